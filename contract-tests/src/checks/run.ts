import type { ContractCheck } from './check.ts';

/*
 * Checks of the run as a whole: `judge/judge.ts` reports the first three; `report/` reports the others.
 */
export const network: ContractCheck = {
  code: 'network',
  level: 'error',
  title: 'No complete response was received',
  explanation: 'The connection failed, or the response took too long or did not end, so it cannot be judged.',
};

export const notHttp: ContractCheck = {
  code: 'not-http',
  title: 'The response is not HTTP',
  clause: 'service.1',
  standard: 'RFC 9112',
  reading: 'The service uses HTTP, and this response is not HTTP.',
};

export const suiteFailed: ContractCheck = {
  code: 'suite-fault',
  level: 'error',
  title: 'The suite itself failed',
  explanation: 'A check, a value rule or an assumption check threw an error. This is not a violation by the service.',
};

export const notExercised: ContractCheck = {
  code: 'not-exercised',
  title: 'A declared response of a mock was not exercised',
  explanation: 'A mock sends every declared status and envelope; this response has no example to request.',
  clause: 'envelope.tolerate',
};

export const undocumentedField: ContractCheck = {
  code: 'undocumented-field',
  level: 'drift',
  title: 'A body has fields that the document does not mention',
  explanation: 'Responses may contain them, but the report lists them. They fail a run only with `--strict`.',
};

export const knownFinding: ContractCheck = {
  code: 'known-finding',
  level: 'warning',
  title: 'An entry of the known findings has expired or is no longer needed',
  explanation:
    'The `--known` file lists a finding that was not reported, or a finding with a past date. The entry fails the run.',
};
