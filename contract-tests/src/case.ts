/** A success answer as a case sees it. */
export interface Success {
  /** The parameters that were sent, without selectors and credentials. */
  parameters: Record<string, string>;
  /** The whole body; it keeps its schema. */
  body: unknown;
}

/** A check of meaning: something that the interface promises and that no document can say. */
export interface Check {
  /** What holds, as a sentence. */
  expected: string;
  /** What was found instead, or undefined where it holds. Names places, not texts of the service. */
  breach: (success: Success) => string | undefined;
}

/** What `cases/<operationId>.ts` exports. */
export interface Case {
  checks: Check[];
}
