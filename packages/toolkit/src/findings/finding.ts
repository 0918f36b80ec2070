/**
 * - `failure`: a clause of the specification is violated
 * - `contradiction`: an assumption of the document is contradicted
 * - `error`: the check could not be completed
 * - `warning`: no violation, but relevant to readers
 * - `drift`: not mentioned in the document
 */
export type FindingLevel = 'failure' | 'contradiction' | 'error' | 'warning' | 'drift';

/** A deviation from the contract. */
export interface Finding {
  /** Stable code of the rule, or ID of the contradicted assumption. */
  code: string;
  level: FindingLevel;
  /** Whether the finding makes the whole check fail. */
  fails: boolean;
  /** Description of the deviation, in a sentence. Default: the title of the code. */
  title?: string;
  /** ID of the violated clause. Either a clause or an assumption is present, unless the level is `error`, `warning` or `drift`. */
  clause?: string;
  assumption?: string;
  /** The wording of the clause or assumption. */
  words?: string;
  /** The reasoning from the wording to the expected value, if the wording does not state that value. For an assumption, its decision. */
  reading?: string;
  /** The operation; empty if the finding does not concern an operation. */
  operation: string;
  /** The declared status; empty if the finding does not concern a status. */
  status: string;
  /** JSON Pointer of the location: in the body of the response to `request`, or else in the document. */
  pointer?: string;
  /** The affected request or envelope, to distinguish findings at the same location. Part of the fingerprint. */
  variant?: string;
  /** The affected request, without credentials; empty or absent without a request. */
  request?: string;
  /** A command that reproduces the finding, without credentials; empty or absent if there is none. */
  reproduce?: string;
  expected: string;
  got: string;
  /** A short part of the response, without secrets: the value at the location, or the beginning of a non-JSON response. */
  received?: string;
  /** Other locations that were checked, and the result. */
  scope?: string;
  /** The result of `fingerprint()`, which identifies the finding in later runs. */
  fingerprint?: string;
  /** The reason why a known finding does not fail the check. */
  known?: string;
  /** The common cause of several findings, which are shown as one finding. */
  cause?: string;
  /** The next step. */
  next: string;
}

/** The meaning of a finding code. */
export interface Explanation {
  code: string;
  title: string;
  text: string;
  /** ID of the violated clause. Without a violation, both the clause and the assumption are absent. */
  clause?: string;
  assumption?: string;
  /** The wording of the clause. */
  words?: string;
}
