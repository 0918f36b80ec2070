import type { Yields } from './plan/order.ts';

/** A success answer as a case sees it. */
export interface Success {
  /** The parameters that were sent, without credentials. */
  parameters: Record<string, string>;
  /** The whole body; it keeps its schema. */
  body: unknown;
}

/** A check of meaning: something that the interface promises and that no document can say. */
export interface Check {
  /** What holds, as a sentence. */
  expected: string;
  /**
   * What was found instead, or undefined where it holds. Names places, not texts of the service.
   * @param earlier the answer to an operation's good request, where it came before and was right
   */
  breach: (success: Success, earlier: (operation: string) => Success | undefined) => string | undefined;
}

/** What `cases/<operationId>.ts` exports. */
export interface Case {
  checks: Check[];
  /** Values that the answer gives for parameters of other operations. */
  yields?: Yields;
  /** Operations whose answers have the same form and cannot have the same content. */
  differsFrom?: readonly string[];
}
