import type { Literal } from './conditions.ts';
import { accepts } from './evaluate.ts';
import { ALWAYS, NEVER, Numbers } from './numbers.ts';
import { GaveUp, type LocatedSchema } from './schema.ts';
import { Search } from './search.ts';

/** Enough for every flow of the documents that were measured. */
const STEPS = 60_000;

/** Whether every value of one schema is a value of another one. */
export type ContainmentVerdict =
  | { is: 'within' }
  /** A value that the first schema accepts and the second rejects. */
  | { is: 'value'; value: unknown }
  | { is: 'gave up'; why: string };

export interface ContainmentOptions {
  /**
   * Whether a program that follows the first schema sends no field that only the second schema names. JSON Schema itself is open: without
   * this, every new optional field would reject values.
   */
  isClosed?: boolean;
  /** The most steps of one search. */
  steps?: number;
}

/**
 * Compares schemas. All comparisons share their memory, and have the same results in the same order on every machine. Near the limit of
 * steps a result depends on what was compared before, because what is remembered takes no steps.
 */
export class Containment {
  readonly numbers: Numbers = new Numbers();
  readonly #search: Search;
  readonly #steps: number;
  readonly #verdicts = new Map<string, ContainmentVerdict>();

  constructor({ isClosed = false, steps = STEPS }: ContainmentOptions = {}) {
    this.#search = new Search(this.numbers, isClosed);
    this.#steps = steps;
  }

  /** Searches for a value that one schema accepts and the other rejects. */
  within(inner: LocatedSchema, outer: LocatedSchema): ContainmentVerdict {
    const [a, b] = [this.numbers.of(inner), this.numbers.of(outer)];
    if (a === b || a === NEVER || b === ALWAYS) return { is: 'within' };
    const known = this.#verdicts.get(`${a} ${b}`);
    if (known) return known;
    const verdict = this.#decide(inner, outer);
    this.#verdicts.set(`${a} ${b}`, verdict);
    return verdict;
  }

  /**
   * Whether a schema accepts no value at all, although it is not `false`. Such a schema is within every other one, which proves nothing
   * about the values that are really sent.
   */
  acceptsNothing(schema: LocatedSchema): boolean {
    if (this.numbers.of(schema) === NEVER) return false;
    return this.#search.run([{ ...schema, role: 'inner', isAccepted: true }], this.#steps).is === 'none';
  }

  #decide(inner: LocatedSchema, outer: LocatedSchema): ContainmentVerdict {
    const accepted: Literal = { ...inner, role: 'inner', isAccepted: true };
    const result = this.#search.run([accepted, { ...outer, role: 'outer', isAccepted: false }], this.#steps);
    if (result.is === 'unknown') return { is: 'gave up', why: result.why };
    if (result.is === 'none') return { is: 'within' };
    // The evaluator has the last word.
    const { value } = result;
    if (isShown(value, inner, outer)) return { is: 'value', value };
    return {
      is: 'gave up',
      why: `the value ${JSON.stringify(value).slice(0, 200)} was found but does not show the difference`,
    };
  }
}

function isShown(value: unknown, inner: LocatedSchema, outer: LocatedSchema): boolean {
  try {
    return accepts(inner, value) && !accepts(outer, value);
  } catch (error) {
    if (error instanceof GaveUp) return false;
    throw error;
  }
}
