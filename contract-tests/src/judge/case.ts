import type { EarlierSuccess, Success } from '../plan/known-data.ts';
import type { Yields } from '../plan/order.ts';

/** A check of meaning: something that the interface promises and that no document can say. */
export interface Check {
  /** The clause that promises it, by id. */
  clause: string;
  /** What holds, as a sentence. */
  expected: string;
  /** What was found instead, or undefined where it holds. Names places, not texts of the service. */
  breach: (success: Success, earlier: EarlierSuccess) => string | undefined;
}

/** What `cases/<operationId>.ts` exports. */
export interface Case {
  checks: Check[];
  /** Values that the reply gives for parameters of other operations. */
  yields?: Yields;
  /** Operations whose replies have the same form and cannot have the same content. */
  differsFrom?: readonly string[];
}
