import { type ComparedRequest, withoutSecrets } from '../run/request-text.ts';

/** A way in which one response breaks the contract: a finding without its request. */
export interface Violation {
  /** The check that found it. */
  code: string;
  /** What is wrong, in a sentence without its full stop. Default: the title of the check. */
  title?: string;
  /** The clause that is broken, by id. Default: that of the check. */
  clause?: string;
  /** The assumption that is contradicted, where no clause is broken. */
  assumption?: string;
  /** JSON Pointer of the place in the body. */
  pointer?: string;
  /** The header that is wrong, instead of the body. */
  header?: string;
  /** The values that show it, instead of a part of the body. */
  evidence?: string;
  /** Where else in the run the same shows, and where it does not. */
  scope?: string;
  /** The request whose response this one is compared with. */
  compared?: ComparedRequest;
  /** The content coding to request, so that the response can be reproduced. */
  coding?: string;
  /** The bytes matter, and came compressed. */
  isCompressed?: true;
  /** What leads from the words of the clause to this violation. Default: that of the check. */
  reading?: string;
  /** The standard that excludes what came, whatever the document decides. */
  standard?: string;
  /** Where in the text of the body it shows: a finding shows what stands around it. */
  around?: number;
  /** The cause that this violation shares with others of the run. Default: code, expectation and response. */
  cause?: string;
  expected: string;
  got: string;
  /** What the owner of the service does next. */
  next: string;
}

/** An error that a check, a value rule or a probe threw. It is not a violation by the service. */
export function suiteFault(error: unknown, secrets: readonly string[]): Violation {
  const [line = ''] = String(error).split('\n');
  return {
    code: 'suite-fault',
    expected: 'a judgement',
    got: withoutSecrets(line, secrets),
    next: 'Report it with the recording of the run (--record): it is an error in this suite, not in the service.',
  };
}
