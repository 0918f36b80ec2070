import {
  asking,
  type Condition,
  type FieldRange,
  found,
  type Literal,
  NONE,
  type Result,
  type Solve,
  unknown,
} from '../conditions.ts';
import { decided, type Guess } from '../evaluate.ts';
import { equal, type JsonSchema } from '../schema.ts';
import { constant, unlike } from './array.ts';
import { covers, meets } from './holds.ts';

const MOST_TRIALS = 400;
const MOST_FIELDS = 1000;
/** Maximum number of patterns and name schemas; each combination of them has separate names. */
const MOST_DISTINCTIONS = 7;

/** A field that must exist, with a check of its name and the conditions on its value. */
interface Wanted {
  isNamed: (name: string) => boolean;
  literals: readonly Literal[];
}

/** A group of names that no condition mentions or distinguishes. */
class NameGroup {
  readonly #demands: readonly Literal[];
  readonly #isFree: (name: string) => boolean;
  readonly #taken: ReadonlySet<string>;
  readonly #solve: Solve;
  readonly #names: string[] = [];
  /** Set if the group has no further name or the search for a name had no result. */
  #end: Result | undefined;

  /** @param taken the names that conditions mention */
  constructor(demands: readonly Literal[], taken: ReadonlySet<string>, solve: Solve) {
    this.#demands = demands;
    this.#taken = taken;
    this.#solve = solve;
    this.#isFree = (name) =>
      !taken.has(name) &&
      !this.#names.includes(name) &&
      demands.every((one) => decided((guess) => meets(one, name, guess)) === true);
  }

  get isUnknown(): boolean {
    return this.#end?.is === 'unknown';
  }

  /** Returns the given number of names, or all names if the group has fewer. */
  take(count: number): readonly string[] {
    while (this.#names.length < count && this.#end === undefined) {
      const name = this.#near().find(this.#isFree) ?? this.#searched();
      if (name !== undefined) this.#names.push(name);
    }
    return this.#names.slice(0, count);
  }

  /** Returns names that match most patterns, so that a search is rarely needed. */
  #near(): string[] {
    const count = this.#names.length;
    const [first = 'x', last = 'x'] = [this.#names[0], this.#names.at(-1)];
    return ['x', 'other', 'y', 'zz', `x${count}`, `${first}${count}`, `${last}a`];
  }

  #searched(): string | undefined {
    const others = [...this.#taken, ...this.#names].map(unlike);
    const result = this.#solve([...this.#demands, ...others]);
    if (result.is === 'value') return String(result.value);
    this.#end = result;
    return undefined;
  }
}

/** Chosen fields with the conditions that apply in addition to the general conditions. */
type Chosen = ReadonlyMap<string, readonly Literal[]>;

/** Searches for an object that meets all conditions. */
export function objectOf(
  conditions: readonly Condition[],
  excluded: readonly Record<string, unknown>[],
  solve: Solve,
): Result {
  return new ObjectSearch(conditions, excluded, solve).result();
}

class ObjectSearch {
  readonly #conditions: readonly Condition[];
  readonly #excluded: readonly Record<string, unknown>[];
  readonly #solve: Solve;
  readonly #min: number;
  readonly #max: number;
  readonly #present: ReadonlySet<string>;
  readonly #absent: ReadonlySet<string>;
  /** Names that a condition mentions. */
  readonly #named: ReadonlySet<string>;
  /** Conditions on single fields, on ranges of fields (`#ranges`), and on names (`#names`). */
  readonly #fields = new Map<string, Literal[]>();
  readonly #ranges: readonly (FieldRange & { literal: Literal })[];
  readonly #names: readonly Literal[];
  readonly #wanted: readonly Wanted[];
  #knownGroups: readonly NameGroup[] | undefined;
  #isExact = true;
  #odd: Result = NONE;
  #trials = 0;

  constructor(conditions: readonly Condition[], excluded: readonly Record<string, unknown>[], solve: Solve) {
    this.#conditions = conditions;
    this.#excluded = excluded;
    this.#solve = solve;
    this.#min = Math.max(0, ...asking(conditions, 'min fields').map(({ value }) => value));
    this.#max = Math.min(Number.POSITIVE_INFINITY, ...asking(conditions, 'max fields').map(({ value }) => value));
    this.#present = new Set(asking(conditions, 'has', 'present field').map(({ name }) => name));
    this.#absent = new Set(asking(conditions, 'lacks').map(({ name }) => name));
    for (const { name, literal } of asking(conditions, 'field', 'present field')) {
      const known = this.#fields.get(name);
      if (known) known.push(literal);
      else this.#fields.set(name, [literal]);
    }
    this.#ranges = asking(conditions, 'fields');
    this.#names = asking(conditions, 'names').map(({ literal }) => literal);
    const some = asking(conditions, 'some field');
    this.#named = new Set([
      ...this.#present,
      ...this.#fields.keys(),
      ...[...this.#ranges, ...some].flatMap(({ outside }) => [...(outside?.names ?? [])]),
    ]);
    this.#wanted = [
      ...some.map((one) => ({
        isNamed: (name: string) => this.#is((guess) => covers(one, name, guess)),
        literals: [one.literal],
      })),
      ...asking(conditions, 'some name').map(({ literal }) => ({
        isNamed: (name: string) => this.#is((guess) => meets(literal, name, guess)),
        literals: [],
      })),
    ];
  }

  /** Returns whether a name passes a check. If the result is unknown, the search is not exact. */
  #is(check: (guess: Guess) => boolean): boolean {
    const result = decided(check);
    if (typeof result === 'string') this.#isExact = false;
    return result === true;
  }

  result(): Result {
    const isContradiction = [...this.#present].some((name) => this.#absent.has(name));
    if (this.#min > this.#max || isContradiction || this.#present.size > this.#max) return NONE;
    if (this.#min > MOST_FIELDS) return unknown('an object needs too many fields');
    // A single impossible field is the most frequent reason why there is no value.
    const single = asking(this.#conditions, 'present field');
    if (single.some(({ name }) => this.#fieldOf(name, []).is === 'none')) return NONE;
    const result = this.#assign(0, new Map());
    if (result) return result;
    if (this.#odd.is !== 'none') return this.#odd;
    const isExact = this.#isExact && !this.#knownGroups?.some(({ isUnknown }) => isUnknown);
    return isExact ? NONE : unknown('the field names cannot be distinguished');
  }

  /** Searches for a value for the field with the given name. */
  #fieldOf(name: string, more: readonly Literal[]): Result {
    const isName = this.#names.every((literal) => this.#is((guess) => meets(literal, name, guess)));
    if (this.#absent.has(name) || !isName) return NONE;
    const general = this.#ranges.filter((one) => this.#is((guess) => covers(one, name, guess)));
    return this.#solve([...(this.#fields.get(name) ?? []), ...general.map(({ literal }) => literal), ...more]);
  }

  /** Assigns a name to each required field, one after the other. */
  #assign(count: number, chosen: Chosen): Result | undefined {
    const one = this.#wanted[count];
    if (one === undefined) {
      const result = this.#complete(chosen);
      if (result.is === 'unknown' && this.#odd.is === 'none') this.#odd = result;
      return result.is === 'value' ? result : undefined;
    }
    for (const name of [...this.#named, ...this.#unnamed(one, chosen)]) {
      if (!one.isNamed(name)) continue;
      if (++this.#trials > MOST_TRIALS) {
        this.#isExact = false;
        return undefined;
      }
      const literals = [...(chosen.get(name) ?? []), ...one.literals];
      const field = this.#fieldOf(name, literals);
      if (field.is === 'none') continue;
      if (field.is === 'unknown' && this.#odd.is === 'none') this.#odd = field;
      const result = this.#assign(count + 1, new Map(chosen).set(name, literals));
      if (result) return result;
    }
    return undefined;
  }

  /** Builds the object with the chosen fields and as many other fields as it needs. */
  #complete(chosen: Chosen): Result {
    const value: Record<string, unknown> = {};
    const names = new Set([...chosen.keys(), ...this.#present]);
    if (names.size > this.#max) return NONE;
    const add = (name: string): Result => {
      const field = this.#fieldOf(name, chosen.get(name) ?? []);
      // A plain assignment to `__proto__` would be lost.
      if (field.is === 'value') {
        Object.defineProperty(value, name, {
          value: field.value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return field;
    };
    for (const name of names) {
      const field = add(name);
      if (field.is !== 'value') return field;
    }
    const isShort = () => Object.keys(value).length < this.#min;
    const isOut = () => isShort() || this.#excluded.some((one) => equal(one, value));
    if (!isOut()) return found(value);
    let odd: Result = NONE;
    const more = this.#min + chosen.size + 1;
    for (const names of [this.#named, ...this.#groups]) {
      for (const name of names instanceof NameGroup ? names.take(more) : names) {
        if (!isOut()) return found(value);
        if (Object.hasOwn(value, name) || Object.keys(value).length >= this.#max) continue;
        const field = add(name);
        if (field.is === 'unknown') odd = field;
      }
    }
    if (!isOut()) return found(value);
    if (odd.is !== 'none') return odd;
    return isShort() ? NONE : unknown('the object that was found is excluded');
  }

  /** Yields a new name and the chosen names from each group that suits a required field. */
  *#unnamed({ isNamed }: Wanted, chosen: Chosen): Generator<string> {
    for (const group of this.#groups) {
      if (!group.take(1).some(isNamed)) continue;
      const names = group.take(this.#wanted.length);
      const fresh = names.find((name) => !chosen.has(name));
      if (fresh !== undefined) yield fresh;
      yield* names.filter((name) => chosen.has(name));
    }
  }

  get #groups(): readonly NameGroup[] {
    this.#knownGroups ??= this.#groupNames();
    return this.#knownGroups;
  }

  /** Groups the names that no condition mentions by the patterns and name schemas that they match. */
  #groupNames(): NameGroup[] {
    const ranges = [...this.#ranges, ...asking(this.#conditions, 'some field')];
    const patterns = ranges.flatMap(({ pattern, outside }) =>
      pattern === undefined ? (outside?.patterns ?? []) : [pattern],
    );
    const name = (schema: JsonSchema, isAccepted = true): Literal => ({ ...constant(''), schema, isAccepted });
    const distinctions = [
      ...[...new Set(patterns)].map((pattern) => [name({ pattern }), name({ pattern }, false)]),
      // The alternative accepts any name, because other names may also match the schema.
      ...asking(this.#conditions, 'some name').map(({ literal }) => [literal, name(true)]),
    ];
    if (distinctions.length > MOST_DISTINCTIONS) this.#isExact = false;
    const groups = distinctions
      .slice(0, MOST_DISTINCTIONS)
      .reduce<Literal[][]>(
        (known, either) => known.flatMap((own) => either.map((one) => [...own, one])),
        [[name({ type: 'string' }), ...this.#names]],
      );
    const taken = new Set([...this.#named, ...this.#absent]);
    return groups.map((demands) => new NameGroup(demands, taken, this.#solve));
  }
}
