import { type ComparedRequest, withoutSecrets } from '../run/request-text.ts';

/** A violation of the contract by one response: a finding without its request. */
export interface Violation {
  /** The code of the check that found the violation. */
  code: string;
  /** The error, as a sentence without a full stop. Default: the title of the check. */
  title?: string;
  /** The id of the violated clause. Default: the clause of the check. */
  clause?: string;
  /** The contradicted assumption, if no clause is violated. */
  assumption?: string;
  /** The JSON Pointer of the violation in the body. */
  pointer?: string;
  /** The invalid header, if the violation is not in the body. */
  header?: string;
  /** The values that prove the violation, shown instead of part of the body. */
  evidence?: string;
  /** The responses in the run that have the same violation, and the responses that do not. */
  scope?: string;
  /** The request whose response is compared with this response. */
  compared?: ComparedRequest;
  /** The content coding to request, so that the response can be reproduced. */
  coding?: string;
  /** Whether the exact bytes matter and the body was compressed. */
  isCompressed?: true;
  /** The reasoning that leads from the clause to this violation. Default: the reading of the check. */
  reading?: string;
  /** The standard that the response violates, regardless of the document. */
  standard?: string;
  /** The position of the violation in the body text. A finding shows the surrounding text. */
  around?: number;
  /** The cause that this violation shares with others in the run. Default: code, expected response and actual response. */
  cause?: string;
  expected: string;
  got: string;
  /** The next step for the owner of the service. */
  next: string;
}

/** Returns the violation for an error thrown by a check, a value rule or an assumption check. It is not the service's fault. */
export function suiteFault(error: unknown, secrets: readonly string[]): Violation {
  const [line = ''] = String(error).split('\n');
  return {
    code: 'suite-fault',
    expected: 'a judgement',
    got: withoutSecrets(line, secrets),
    next: 'Report this error with a recording of the run (--record): it is an error in this suite, not in the service.',
  };
}
