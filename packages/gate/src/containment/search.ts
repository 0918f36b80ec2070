import { closedNames } from './closed-names.ts';
import {
  type Condition,
  type Constraint,
  type Demand,
  found,
  isCondition,
  type Literal,
  NONE,
  type Result,
  type Role,
  unknown,
  type Way,
} from './conditions.ts';
import { constraintsOf } from './constraints.ts';
import { areApart, glance } from './glance.ts';
import { ALWAYS, NEVER, type Numbers } from './numbers.ts';
import { follow, GaveUp, isObject, KINDS, type Kind, type LocatedSchema, type SchemaObject } from './schema.ts';
import { buildValue, firstThat, firstValue } from './values/build.ts';
import { meets } from './values/holds.ts';

/** Nesting limit, low enough that the stack does not overflow on any machine. A position uses as much stack as several choices. */
const DEEPEST = 800;
const DEPTH = { position: 4, choice: 1 } as const;

/** A constraint with several ways, at least one of which must hold. */
interface Choice {
  ways: readonly Way[];
  /** Number of ways before any way was ruled out. */
  total: number;
  /** The rejected schema, if the ways are its violations. */
  rejected?: LocatedSchema;
}

/** The conditions on a value of one kind: conditions that must all hold, and open choices. */
interface Cell {
  conditions: readonly Condition[];
  choices: readonly Choice[];
  /** Whether each schema is accepted, by schema number; in a closed search, additionally by number and role. */
  decided: ReadonlyMap<number | string, boolean>;
  accepted: readonly LocatedSchema[];
}

/**
 * Searches for a value that some schemas accept and others reject. A position is the set of all conditions on one value. Each position is
 * solved once for all searches. Values are always cached. A proof that no value exists is cached once it depends on no outer position.
 */
export class Search {
  readonly #numbers: Numbers;
  readonly #isClosed: boolean;
  readonly #memory = new Map<string, Result>();
  readonly #constraints = new Map<string, WeakMap<SchemaObject, Constraint[] | 'rejects all'>>();
  readonly #path = new Map<string, number>();
  /** Positions that have no value if their outer positions have none, each with the lowest of these outer positions. */
  readonly #assumed = new Map<string, number>();
  /** Lowest position to which a cycle has led back. */
  #lowest = Number.POSITIVE_INFINITY;
  #depth = 0;
  #left = 0;

  /** @param isClosed whether values cannot contain fields that only the outer side names */
  constructor(numbers: Numbers, isClosed: boolean) {
    this.#numbers = numbers;
    this.#isClosed = isClosed;
  }

  /** Runs a search. @param steps the maximum number of steps */
  run(literals: readonly Literal[], steps: number): Result {
    this.#left = steps;
    this.#depth = 0;
    this.#path.clear();
    this.#assumed.clear();
    this.#lowest = Number.POSITIVE_INFINITY;
    try {
      return this.#solve(literals);
    } catch (error) {
      if (error instanceof GaveUp) return unknown(error.message);
      throw error;
    }
  }

  #step(): void {
    if (--this.#left < 0) throw new GaveUp('the search takes too many steps');
  }

  #deeper(nested: keyof typeof DEPTH, search: () => Result): Result {
    this.#depth += DEPTH[nested];
    if (this.#depth > DEEPEST) throw new GaveUp('the schemas are nested too deeply');
    const result = search();
    this.#depth -= DEPTH[nested];
    return result;
  }

  readonly #solve = (literals: readonly Literal[]): Result => {
    this.#step();
    const decided = new Map<number, boolean>();
    const own = new Map<string, Literal>();
    for (const literal of literals) {
      const number = this.#numbers.of(literal);
      if (number === (literal.isAccepted ? NEVER : ALWAYS)) return NONE;
      if (number === (literal.isAccepted ? ALWAYS : NEVER)) continue;
      if (decided.get(number) === !literal.isAccepted) return NONE;
      decided.set(number, literal.isAccepted);
      own.set(`${literal.isAccepted ? '+' : '-'}${number}${this.#isClosed ? literal.role : ''}`, literal);
    }
    if (own.size === 0) return found('any');
    const key = [...own.keys()].sort().join(' ');
    const known = this.#memory.get(key);
    if (known) return known;
    const above = this.#path.get(key) ?? this.#assumed.get(key);
    // A minimal value does not contain a value for the same position, because the inner value alone would be sufficient.
    if (above !== undefined) {
      this.#lowest = Math.min(this.#lowest, above);
      return NONE;
    }
    return this.#solveNew(key, [...own.values()]);
  };

  #solveNew(key: string, literals: readonly Literal[]): Result {
    const [position, count, before] = [this.#path.size, this.#assumed.size, this.#lowest];
    this.#path.set(key, position);
    this.#lowest = Number.POSITIVE_INFINITY;
    const result = this.#deeper('position', () => listedValue(literals) ?? this.#ofAnyKind(literals));
    this.#path.delete(key);
    const isComplete = this.#lowest >= position;
    const below = this.#assumed.size > count ? [...this.#assumed.keys()].slice(count) : [];
    if (result.is === 'value' || isComplete) this.#memory.set(key, result);
    else if (result.is === 'none') this.#assumed.set(key, this.#lowest);
    for (const one of below) {
      // The inner positions are settled with this position, depend on the same outer positions, or must be searched again.
      if (result.is === 'none' && !isComplete) this.#assumed.set(one, this.#lowest);
      else this.#assumed.delete(one);
      if (result.is === 'none' && isComplete) this.#memory.set(one, NONE);
    }
    this.#lowest = Math.min(before, isComplete ? Number.POSITIVE_INFINITY : this.#lowest);
    return result;
  }

  #ofAnyKind(literals: readonly Literal[]): Result {
    const forbidden = this.#isClosed ? closedNames(literals) : [];
    return firstValue(KINDS, (kind) => {
      let cell: Cell | undefined = { conditions: [], choices: [], decided: new Map(), accepted: [] };
      for (const literal of literals) cell = cell && this.#withLiteral(cell, kind, literal);
      if (cell === undefined) return NONE;
      const absent = kind === 'object' ? forbidden.map((name) => ({ ask: 'lacks', name }) as const) : [];
      return this.#choose(kind, { ...cell, conditions: [...cell.conditions, ...absent] }, true);
    });
  }

  /** Tries the ways of the open choices. @param isWide whether each way is first tried separately */
  #choose(kind: Kind, start: Cell, isWide: boolean): Result {
    this.#step();
    const cell = { ...start, choices: this.#openChoices(start) };
    const choices = isWide && cell.choices.length > 1 ? this.#viable(kind, cell) : cell.choices;
    if (choices === undefined) return NONE;
    const [first, ...rest] = choices;
    if (first === undefined) return this.#build(kind, cell.conditions);
    return this.#deeper('choice', () =>
      firstValue(first.ways, (way) => {
        const next = this.#withWay({ ...cell, choices: rest }, kind, way);
        if (next === undefined) return NONE;
        const { length } = next.choices;
        return this.#choose(kind, next, length > rest.length && length < 30);
      }),
    );
  }

  /** Returns the open choices, sorted by the share of ways that are left. */
  #openChoices({ choices, accepted }: Cell): readonly Choice[] {
    // A schema that no accepted value can match is rejected anyway.
    const open = choices.filter(({ rejected }) => !rejected || !accepted.some((one) => areApart(one, rejected)));
    const likeness = ({ ways, total }: Choice) => 1 - ways.length / total;
    return open.sort((a, b) => likeness(b) - likeness(a) || a.ways.length - b.ways.length);
  }

  /** Removes the ways that are impossible on their own. @returns undefined if a choice has no way left */
  #viable(kind: Kind, cell: Cell): readonly Choice[] | undefined {
    const viable: Choice[] = [];
    const isCrowded = cell.choices.length > 10;
    for (const choice of cell.choices) {
      // Most schemas of a large choice are rejected anyway once the accepted schema is known.
      const isLarge = isCrowded && (choice.rejected !== undefined || choice.ways.length > 40);
      const ways = isLarge
        ? choice.ways
        : choice.ways.filter((way) => {
            const alone = this.#withWay({ ...cell, choices: [] }, kind, way);
            if (alone === undefined) return false;
            return alone.choices.length > 0 || this.#build(kind, alone.conditions).is !== 'none';
          });
      if (ways.length === 0) return undefined;
      viable.push({ ...choice, ways });
    }
    const isLast = ({ rejected }: Choice) => Number(isCrowded && rejected !== undefined);
    return viable.sort((a, b) => isLast(a) - isLast(b) || a.ways.length - b.ways.length);
  }

  #withWay(cell: Cell, kind: Kind, way: Way): Cell | undefined {
    let next: Cell | undefined = cell;
    for (const demand of way) next = next && this.#withDemand(next, kind, demand);
    return next;
  }

  #withDemand(cell: Cell, kind: Kind, demand: Demand): Cell | undefined {
    return isCondition(demand)
      ? { ...cell, conditions: [...cell.conditions, demand] }
      : this.#withLiteral(cell, kind, demand);
  }

  /** Adds the conditions that a schema imposes on values of a kind. @returns undefined if they contradict each other */
  #withLiteral(cell: Cell, kind: Kind, literal: Literal): Cell | undefined {
    const { source, role, isAccepted } = literal;
    const schema = follow(literal);
    if (!isObject(schema)) return schema === isAccepted ? cell : undefined;
    const number = this.#numbers.of({ schema, source });
    if (cell.decided.get(number) === !isAccepted) return undefined;
    const own = this.#isClosed ? `${number} ${role}` : number;
    if (cell.decided.has(own)) return cell;
    const decided = new Map(cell.decided).set(number, isAccepted).set(own, isAccepted);
    const constraints = this.#constraintsOf(kind, schema, source, role);
    if (constraints === 'rejects all') return isAccepted ? undefined : { ...cell, decided };
    if (!isAccepted) {
      const ways = constraints.flatMap((one) => one.break);
      const rejected = { schema, source };
      return this.#withChoice({ ...cell, decided }, kind, { ways, total: ways.length, rejected });
    }
    let next: Cell | undefined = { ...cell, decided, accepted: [...cell.accepted, { schema, source }] };
    for (const { keep } of constraints) {
      next = next && this.#withChoice(next, kind, { ways: keep, total: keep.length });
    }
    return next;
  }

  #withChoice(cell: Cell, kind: Kind, choice: Choice): Cell | undefined {
    const [first] = choice.ways;
    if (first === undefined) return undefined;
    if (choice.ways.some((way) => way.length === 0)) return cell;
    if (choice.ways.length > 1) return { ...cell, choices: [...cell.choices, choice] };
    return this.#withWay(cell, kind, first);
  }

  #constraintsOf(kind: Kind, schema: SchemaObject, source: LocatedSchema['source'], role: Role) {
    const key = `${kind} ${role}`;
    const known = this.#constraints.get(key) ?? new WeakMap();
    this.#constraints.set(key, known);
    const made = known.get(schema) ?? constraintsOf({ kind, schema, source, role }) ?? 'rejects all';
    known.set(schema, made);
    return made;
  }

  #build(kind: Kind, conditions: readonly Condition[]): Result {
    this.#step();
    return buildValue(kind, conditions, this.#solve);
  }
}

/** Tries every listed value if an accepted schema lists its values, because no other value is possible. */
function listedValue(literals: readonly Literal[]): Result | undefined {
  const lists = literals
    .flatMap((one) => (one.isAccepted ? [glance(one).values] : []))
    .filter((one) => one !== undefined);
  const [shortest] = lists.sort((a, b) => a.length - b.length);
  if (shortest === undefined) return undefined;
  return firstThat(shortest, (value, guess) => literals.every((one) => meets(one, value, guess)));
}
