import { MOCK_SERVER } from '@vehicle-lookup/toolkit/http';
import type { RunPlan } from '../plan/run-plan.ts';
import { type RequestObservation, responseOf, type UnsentRequest } from './observation.ts';
import { isLockedOut, LOCKED_OUT, LONGEST_WAIT_S, lockOutOf, retryAfter } from './repeat.ts';
import { headerOf, isResponse, mediaTypeOf, type ReceivedResponse } from './response.ts';
import { TOO_LONG } from './send.ts';

/** The reason why a run sends no further requests. */
export interface Stop extends UnsentRequest {
  /** The reason why the run has no verdict, in one line. */
  failure?: string;
  /** Whether the URL or the credentials are incorrect, so that the responses are ignored. */
  isMisdirected?: true;
}

/** The input of a rule: the observations, the newest observation and its response, and the plan. */
interface Seen {
  observations: readonly RequestObservation[];
  last: RequestObservation;
  response: ReceivedResponse | undefined;
  plan: RunPlan;
}

type Rule = (seen: Seen) => Stop | undefined;

/** The number of first responses that show whether an option is incorrect. */
const FIRST = 3;
/** The number of consecutive requests without a response after which the service is considered unavailable. */
const SILENT = 3;

/** Returns the reason to end a run after its newest observation. Undefined if the run continues. */
export function stopAfter(observations: readonly RequestObservation[], plan: RunPlan): Stop | undefined {
  const last = observations.at(-1);
  if (!last) return undefined;
  const seen = { observations, last, response: responseOf(last), plan };
  for (const rule of plan.target === 'mock' ? OF_A_MOCK : OF_A_SERVICE) {
    const stop = rule(seen);
    if (stop) return stop;
  }
  return undefined;
}

/** Stops if the budget is used up. */
const usedUp: Rule = ({ last }) =>
  'notSent' in last && last.isFinal ? { state: last.state, notSent: last.notSent } : undefined;

/** Stops if the target is this project's mock, which returns most of its responses only with `Prefer`. */
const isMock: Rule = ({ response, plan: { address } }) => {
  if (!response || headerOf(response, 'server') !== MOCK_SERVER) return undefined;
  return misdirected('the target is the mock', `${address} is the mock; verify it with --target mock`);
};

/** Stops at a rate limit or an ignored `Prefer`, because the target is then a service that may charge further requests. */
const noMock: Rule = ({ observations, last, response, plan: { address } }) => {
  if (response?.status === 429 && last.request.status !== '429') {
    return misdirected(
      'the target is not a mock (429)',
      `${address} returned an unexpected 429; check that it is the mock`,
    );
  }
  const preferring = observations.filter(
    (one) => one.request.prefer && one.request.status !== '200' && responseOf(one) !== undefined,
  );
  const isObeyed = (one: RequestObservation) => String(responseOf(one)?.status) === one.request.status;
  if (preferring.length !== FIRST || preferring.some(isObeyed)) return undefined;
  return misdirected(
    'the target is not a mock (it ignores Prefer)',
    `${address} ignores Prefer: ${FIRST} requests that asked for an error received a different response; check that it is the mock`,
  );
};

/** Stops if the first responses reject the credentials or do not come from the API. */
const noService: Rule = ({ observations, plan: { address, contract, known } }) => {
  if (known.successes.size > 0) return undefined;
  const responses = observations.flatMap((one) => responseOf(one) ?? []);
  if (responses.length !== FIRST) return undefined;
  const areGood = observations.every((one) => one.request.kind === 'good' || !responseOf(one));
  if (areGood && responses.every(({ status }) => status === 401)) {
    const isLocked = responses.some((response) => headerOf(response, 'retry-after') !== undefined);
    const flags = contract.table.credentials.map((name) => `--${name}`).join(' and ');
    return misdirected(
      'the credentials were rejected (401)',
      `${address} rejects the credentials: the first ${FIRST} valid requests returned 401; check ${flags}${isLocked ? ', or wait until the lockout ends (Retry-After)' : ''}`,
    );
  }
  if (!responses.every(isForeign)) return undefined;
  const statuses = [...new Set(responses.map(({ status }) => status))].join(' and ');
  return misdirected(
    `the responses do not come from the API (${statuses})`,
    `${address} does not respond as the API: the first ${FIRST} valid requests returned ${statuses}; check the base URL and that the service is running`,
  );
};

const misdirected = (notSent: string, failure: string): Stop => ({
  state: 'not-observed',
  notSent,
  failure,
  isMisdirected: true,
});

/** Returns whether a response comes from a gateway or another service, such as an HTML page. */
const isForeign = (response: ReceivedResponse): boolean =>
  response.status >= 400 &&
  ([502, 503, 504].includes(response.status) || mediaTypeOf(response)?.type !== 'application/json');

/** Stops if the service redirects to https: a key sent in plain text can be intercepted. */
const toHttps: Rule = ({ response, plan: { address, known } }) => {
  if (!response || response.status < 300 || response.status > 399 || !address.startsWith('http:')) return undefined;
  const location = headerOf(response, 'location') ?? '';
  if (!/^https:\/\/[\w.:[\]-]+(\/|$)/i.test(location)) return undefined;
  const { origin, hostname } = new URL(location);
  // If a service has already responded, a redirect of a single request to another host is a finding.
  if (known.successes.size > 0 && hostname !== new URL(address).hostname) return undefined;
  const secure = `${origin}${new URL(address).pathname}`;
  return misdirected(
    'the service redirects to https',
    `${address} redirects to https; use ${secure}: no further key was sent in plain text`,
  );
};

/** Stops if the account is locked, because the service would reject every further request. */
const lockedOut: Rule = ({ observations, last }) =>
  isLockedOut(last, observations.length - 1, observations)
    ? { state: 'not-observed', notSent: lockOutOf(observations) ?? LOCKED_OUT }
    : undefined;

/** Stops if the service does not respond or has stopped responding. */
const silence: Rule = ({ observations, last, plan: { address } }) => {
  if (observations.length === 1 && 'result' in last && !isResponse(last.result)) {
    const { error } = last.result;
    const failure =
      error === TOO_LONG
        ? `${address} returned ${error}; check the base URL`
        : `${address} does not respond: ${error}; check the base URL and that the service is running`;
    return { state: 'error', notSent: 'the service does not respond', failure };
  }
  const results = observations.flatMap((one) => ('result' in one ? [one.result] : [])).slice(-SILENT);
  if (results.length < SILENT || results.some(isResponse)) return undefined;
  return { state: 'error', notSent: 'the service stopped responding' };
};

/** Stops at an unexpected 429, because the service would also reject every further request. */
const exhausted: Rule = ({ last, response }) => {
  if (response?.status !== 429 || last.request.account === 'exhausted') return undefined;
  if (!('received' in last) || last.received === undefined) return undefined;
  const wait = retryAfter(response, last.received);
  const notSent =
    wait !== undefined && wait <= LONGEST_WAIT_S
      ? 'the run ended at a burst limit (429), which rejected more than one request'
      : 'the run ended at a rejection (429): the allowance is exhausted';
  return { state: 'not-observed', notSent };
};

const OF_A_MOCK: readonly Rule[] = [usedUp, toHttps, noMock, noService, silence];
const OF_A_SERVICE: readonly Rule[] = [usedUp, isMock, toHttps, noService, lockedOut, silence, exhausted];
