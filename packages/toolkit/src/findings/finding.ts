/**
 * - `failure`: a clause of the specification is broken
 * - `contradiction`: an assumption of the document is broken
 * - `error`: no judgement was possible
 * - `warning`: nothing is broken, but a reader should know
 * - `drift`: the document does not mention it
 */
export type FindingLevel = 'failure' | 'contradiction' | 'error' | 'warning' | 'drift';

/** One way in which something is not what the contract says. */
export interface Finding {
  /** The code of the rule that found it, or the id of the contradicted assumption. Stable. */
  code: string;
  level: FindingLevel;
  /** Whether the finding makes the whole check fail. */
  fails: boolean;
  /** What is wrong, in a sentence. Default: the title of the code. */
  title?: string;
  /** The id of what it rests on: one of the two, unless the level is `error`, `warning` or `drift`. */
  clause?: string;
  assumption?: string;
  /** The words of the clause or assumption. */
  words?: string;
  /** What leads from the words to what was expected, where they do not say it themselves; of an assumption: what it decides. */
  reading?: string;
  /** The operation that it is about; empty where it is about none. */
  operation: string;
  /** The declared status that it is about; empty where it is about none. */
  status: string;
  /** JSON Pointer of the place: in the body of the response to `request`, otherwise in the document. */
  pointer?: string;
  /** The request or envelope that showed it; tells apart findings at one place. Part of the fingerprint. */
  variant?: string;
  /** The request that showed it, without credentials; empty or absent where no request was made. */
  request?: string;
  /** A command that shows it again, without credentials; empty or absent where there is none. */
  reproduce?: string;
  expected: string;
  got: string;
  /** A short part of what was received, without secrets: the value at the place, or what a response that is no JSON begins with. */
  received?: string;
  /** Where else it was looked for, and what was found there. */
  scope?: string;
  /** Identifies the finding in later runs: `fingerprint()`. */
  fingerprint?: string;
  /** Why it does not fail although it could: somebody has looked at it. */
  known?: string;
  /** What this and other findings follow from: they are shown as one, with the first of them. */
  cause?: string;
  /** What to do next. */
  next: string;
}

/** What a code of findings means. */
export interface Explanation {
  code: string;
  title: string;
  text: string;
  /** The id of the clause of the specification, or of the assumption, that it rests on; neither where nothing is broken. */
  clause?: string;
  assumption?: string;
  /** The words of the clause. */
  words?: string;
}
