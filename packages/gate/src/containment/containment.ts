import type { Literal } from './conditions.ts';
import { accepts } from './evaluate.ts';
import { ALWAYS, NEVER, Numbers } from './numbers.ts';
import { GaveUp, type LocatedSchema } from './schema.ts';
import { Search } from './search.ts';

/** Default step limit, which was sufficient for all schemas in the measured documents. */
const STEPS = 60_000;

/** Verdict on whether a second schema accepts every value that the first schema accepts. */
export type ContainmentVerdict =
  | { is: 'within' }
  /** A value that the first schema accepts and the second rejects. */
  | { is: 'value'; value: unknown }
  | { is: 'gave up'; why: string };

export interface ContainmentOptions {
  /**
   * Whether to assume that a program that follows the first schema does not send fields that only the second schema names. JSON Schema
   * allows such fields, so without this option every new optional field would reject values.
   */
  isClosed?: boolean;
  /** Maximum number of steps in one search. */
  steps?: number;
}

/**
 * Compares schemas. All comparisons share a cache. Comparisons in the same order have the same results on every machine. Near the step
 * limit, a result depends on earlier comparisons, because cached results take no steps.
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
   * Returns whether a schema other than `false` accepts no value. Such a schema is within every other schema, which proves nothing about
   * the values that are actually sent.
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
    // The evaluator confirms the value.
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
