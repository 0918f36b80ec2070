import type { ContractCheck } from '../check.ts';

export const changedResponse: ContractCheck = {
  code: 'changed-response',
  level: 'warning',
  harm: 'A caller that asks twice cannot tell which of the two contents is right.',
  title: 'The same request has another content',
  explanation:
    'Beyond the contract: a valid request was made once more at the end of the run, and its content differs.',
};

export const sameEtag: ContractCheck = {
  code: 'same-etag',
  level: 'warning',
  harm: 'A cache that compares ETags keeps the old content and shows it as the new one.',
  title: 'Two contents have one ETag',
  explanation: 'Beyond the contract: a cache that compares ETags keeps the old content for ever.',
  standard: 'RFC 9110, section 8.8.3',
};

export const sameList: ContractCheck = {
  code: 'same-list',
  level: 'warning',
  harm: 'A user who picks one of the two gets the entries of the other one.',
  title: 'Two brands, or two models, have one list',
  explanation:
    'Beyond the contract: the whole list of one brand or model came for another one, so the parameter may be ignored. Recorded traffic shows it; a run lists one brand.',
};

export const twoVersions: ContractCheck = {
  code: 'two-versions',
  level: 'warning',
  harm: 'A caller cannot tell which version of the interface it talks to.',
  title: 'The responses of a run have several versions',
  explanation: 'Beyond the contract: `api_version` differs between responses, so servers of two versions may answer.',
};

export const clockStandsStill: ContractCheck = {
  code: 'clock-stands-still',
  level: 'warning',
  harm: 'A reader takes the response for older than it is, or a cache keeps responses that it should not.',
  title: 'The timestamps do not move on',
  explanation: 'Beyond the contract: responses of two operations, seconds apart, have the same timestamp.',
};

export const tellsUsersApart: ContractCheck = {
  code: 'tells-users-apart',
  level: 'warning',
  harm: 'An attacker finds out by guessing which users exist, and then has to guess keys only.',
  title: 'A wrong user and a wrong key get different texts',
  explanation: 'Beyond the contract: who guesses learns which users there are.',
};
