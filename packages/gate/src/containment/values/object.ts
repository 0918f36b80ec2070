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
import { findTexts } from '../languages.ts';
import { equal } from '../schema.ts';
import { constant } from './array.ts';
import { covers, meets } from './holds.ts';

const MOST_TRIALS = 400;
const MOST_PATTERNS = 5;
/** Names for fields that nothing names. */
const SPARE = 30;

/** A field that has to exist: which name it may have, and what is demanded of it. */
interface Wanted {
  isNamed: (name: string) => boolean;
  literals: readonly Literal[];
}

/** Fields with what is demanded of them beyond the general conditions. */
type Chosen = ReadonlyMap<string, readonly Literal[]>;

/** An object that meets all conditions. */
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
  /** The names that a condition gives. */
  readonly #named: ReadonlySet<string>;
  readonly #ranges: readonly (FieldRange & { literal: Literal })[];
  readonly #wanted: readonly Wanted[];
  #unnamed: readonly string[][] | undefined;
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
    this.#ranges = asking(conditions, 'fields');
    const some = asking(conditions, 'some field');
    this.#named = new Set([
      ...this.#present,
      ...asking(conditions, 'field').map(({ name }) => name),
      ...[...this.#ranges, ...some].flatMap(({ outside }) => [...(outside?.names ?? [])]),
    ]);
    this.#wanted = [
      ...some.map((one) => ({ isNamed: (name: string) => covers(one, name), literals: [one.literal] })),
      ...asking(conditions, 'some name').map(({ literal }) => ({
        isNamed: (name: string) => meets(literal, name),
        literals: [],
      })),
    ];
  }

  result(): Result {
    const isContradiction = [...this.#present].some((name) => this.#absent.has(name));
    if (this.#min > this.#max || isContradiction || this.#present.size > this.#max) return NONE;
    // A single field is the most frequent reason why there is no value.
    const single = asking(this.#conditions, 'present field');
    if (single.some(({ name }) => this.#fieldOf(name, []).is === 'none')) return NONE;
    const result = this.#assign(0, new Map());
    if (result) return result;
    if (this.#odd.is !== 'none') return this.#odd;
    return this.#isExact ? NONE : unknown('the names of fields have too many combinations');
  }

  /** A value of the field with a name. */
  #fieldOf(name: string, more: readonly Literal[]): Result {
    const isName = asking(this.#conditions, 'names').every(({ literal }) => meets(literal, name));
    if (this.#absent.has(name) || !isName) return NONE;
    const own = asking(this.#conditions, 'field', 'present field').filter((one) => one.name === name);
    const general = this.#ranges.filter((one) => covers(one, name));
    return this.#solve([...[...own, ...general].map(({ literal }) => literal), ...more]);
  }

  /** Gives each wanted field a name, one after the other. */
  #assign(count: number, chosen: Chosen): Result | undefined {
    const one = this.#wanted[count];
    if (one === undefined) {
      const result = this.#complete(chosen);
      if (result.is === 'unknown' && this.#odd.is === 'none') this.#odd = result;
      return result.is === 'value' ? result : undefined;
    }
    const fresh = this.#unnamedGroups().flatMap((group) => [
      group.find((name) => !chosen.has(name)) ?? group[0] ?? '',
      ...group.filter((name) => chosen.has(name)),
    ]);
    for (const name of new Set([...this.#named, ...fresh])) {
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

  /** The object with the chosen fields, and with as many others as it needs. */
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
    const spare = Array.from({ length: SPARE }, (_, index) => `more${index}`);
    for (const name of [...this.#named, ...this.#unnamedGroups().flat(), ...spare]) {
      if (!isOut()) break;
      if (Object.hasOwn(value, name) || Object.keys(value).length >= this.#max) continue;
      const field = add(name);
      if (field.is === 'unknown') odd = field;
    }
    if (!isOut()) return found(value);
    if (odd.is !== 'none') return odd;
    if (!isShort()) return unknown('an object is excluded');
    const isPossible = this.#unnamedGroups().some((group) =>
      group.some((name) => this.#fieldOf(name, []).is !== 'none'),
    );
    return isPossible ? unknown('`minProperties` needs too many fields') : NONE;
  }

  /** Names that no condition gives: some for each combination of the patterns that they match. */
  #unnamedGroups(): readonly string[][] {
    if (this.#unnamed) return this.#unnamed;
    const ranges = [...this.#ranges, ...asking(this.#conditions, 'some field')];
    const patterns = ranges.flatMap(({ pattern, outside }) =>
      pattern === undefined ? (outside?.patterns ?? []) : [pattern],
    );
    const all = [...new Set(patterns)];
    if (all.length > MOST_PATTERNS) this.#isExact = false;
    const groups = this.#byPatterns(all.slice(0, MOST_PATTERNS));
    this.#unnamed = [...groups, ...this.#bySchemas()];
    return this.#unnamed;
  }

  #byPatterns(patterns: readonly string[]): string[][] {
    const isUnnamed = (name: string) => !this.#named.has(name) && !this.#absent.has(name);
    if (patterns.length === 0) {
      const spare = Array.from({ length: SPARE + this.#named.size }, (_, index) => `x${index}`);
      return [['x', 'other', 'y', 'zz', ...spare].filter(isUnnamed).slice(0, 3)];
    }
    return Array.from({ length: 2 ** patterns.length }, (_, mask) => {
      const matching = patterns.filter((_, index) => mask & (1 << index));
      const failing = patterns.filter((_, index) => !(mask & (1 << index)));
      const texts = findTexts({ matching, failing, min: 0, max: Number.POSITIVE_INFINITY }, 12 + this.#named.size);
      const names = texts.words.filter(isUnnamed).slice(0, 3);
      if (names.length === 0 && !texts.isEmpty && !texts.isComplete) this.#isExact = false;
      return names;
    }).filter((names) => names.length > 0);
  }

  /** Names that `propertyNames` demands. */
  #bySchemas(): string[][] {
    const names = asking(this.#conditions, 'names').map(({ literal }) => literal);
    const some = asking(this.#conditions, 'some name').map(({ literal }) => literal);
    if (names.length + some.length === 0) return [];
    const text: Literal = { ...constant(''), schema: { type: 'string' } };
    return [[], ...some.map((literal) => [literal])].map((more) => {
      const picked: string[] = [];
      for (let count = 0; count < 3; count++) {
        const others = [...this.#named, ...picked].map((name) => ({ ...constant(name), isAccepted: false }));
        const result = this.#solve([...names, ...more, text, ...others]);
        if (result.is === 'unknown') this.#isExact = false;
        if (result.is !== 'value') break;
        picked.push(String(result.value));
      }
      return picked;
    });
  }
}
