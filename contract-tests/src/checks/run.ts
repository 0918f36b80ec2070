import type { ContractCheck } from './check.ts';

/*
 * Findings that follow from the run as a whole: `judge/judge.ts` reports the first three, `report/` the others.
 */
export const network: ContractCheck = {
  code: 'network',
  level: 'error',
  title: 'No complete response came',
  explanation: 'The connection failed, or the response took too long or did not end: it shows nothing of the contract.',
};

export const notHttp: ContractCheck = {
  code: 'not-http',
  title: 'The response is not HTTP',
  clause: 'service.1',
  standard: 'RFC 9112',
  reading: 'The service speaks HTTP, and this is not HTTP.',
};

export const suiteFailed: ContractCheck = {
  code: 'suite-fault',
  level: 'error',
  title: 'The suite itself failed',
  explanation: 'A check, a value rule or a probe threw. The service is not flagged.',
};

export const notExercised: ContractCheck = {
  code: 'not-exercised',
  title: 'A declared response of a mock was not exercised',
  explanation: 'A mock sends every declared status and form of the body; this one has no example to ask for.',
  clause: 'envelope.tolerate',
};

export const undocumentedField: ContractCheck = {
  code: 'undocumented-field',
  level: 'drift',
  title: 'A body has fields that the document does not mention',
  explanation: 'Responses may carry them; a reader should know. They fail a run with `--strict` only.',
};

export const knownFinding: ContractCheck = {
  code: 'known-finding',
  level: 'warning',
  title: 'An entry of the known findings has expired, or is not needed any more',
  explanation: 'The file of `--known` names a finding that did not come, or a date that has passed. It fails the run.',
};
