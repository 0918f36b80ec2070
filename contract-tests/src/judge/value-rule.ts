import type { EarlierSuccess, KnownSuccess } from '../plan/known-data.ts';
import type { Yields } from '../plan/order.ts';

/** A rule about the values of a reply that no schema can state. */
export interface ValueRule {
  /** The clause that promises it, by id. */
  clause: string;
  /** What holds, as a sentence. */
  expected: string;
  /** What was found instead, or undefined where it holds. Names places, not texts of the service. */
  breach: (success: KnownSuccess, earlier: EarlierSuccess) => string | undefined;
}

/** What `value-rules/<operationId>.ts` exports. */
export interface OperationRules {
  rules: readonly ValueRule[];
  /** Values that the reply gives for parameters of other operations. */
  yields?: Yields;
  /** Operations whose replies have the same form and cannot have the same content. */
  differsFrom?: readonly string[];
}
