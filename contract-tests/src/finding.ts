/** Kinds of findings; stable, so that a reader or a program can look for one. */
export type FindingCode =
  | 'secret-echoed'
  | 'redirect'
  | 'status'
  | 'content-type'
  | 'empty-body'
  | 'not-json'
  | 'schema'
  | 'envelope'
  | 'meaning'
  | 'network'
  | 'not-exercised';

/** One way in which an answer is not what the contract says. */
export interface Finding {
  code: FindingCode;
  operation: string;
  /** The declared status that the request asked for. */
  status: string;
  /** Without credentials; empty where no request was made. */
  request: string;
  expected: string;
  got: string;
  /** What to do next. */
  next: string;
}
