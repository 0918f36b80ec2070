import type { CheckCode } from './catalogue.ts';

/** A way in which one reply breaks the contract: a finding without its request. */
export interface Breach {
  /** The check that found it. */
  code: CheckCode;
  /** The assumption that is contradicted, where no clause is broken. */
  assumption?: string;
  /** JSON Pointer of the place in the body. */
  pointer?: string;
  expected: string;
  got: string;
  next: string;
}

export const DOCUMENT = 'Compare the reply with the responses of this operation in the document.';
