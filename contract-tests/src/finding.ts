/**
 * - `failure`: a clause of the specification is broken
 * - `contradiction`: an assumption of the document is broken
 * - `error`: no judgement was possible
 * - `warning`: nothing is broken, and a reader wants to know
 * - `drift`: the document does not mention it
 */
export type FindingLevel = 'failure' | 'contradiction' | 'error' | 'warning' | 'drift';

/** One way in which an answer is not what the contract says. */
export interface Finding {
  /** The code of the check, or the id of the assumption that is contradicted. Stable; `explain` tells of each. */
  code: string;
  level: FindingLevel;
  /** Whether it makes this run `not conformant`. */
  fails: boolean;
  /** What it rests on: one of the two, unless the level is `error`, `warning` or `drift`. */
  clause?: string;
  assumption?: string;
  operation: string;
  /** The declared status that the request asked for. */
  status: string;
  /** JSON Pointer of the place in the body. */
  pointer?: string;
  /** Without credentials; empty where no request was made. */
  request: string;
  /** A curl line, credentials as variables of the environment; empty where no request was made. */
  reproduce: string;
  expected: string;
  got: string;
  /** What to do next. */
  next: string;
}
