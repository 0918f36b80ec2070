import type { Request } from '../plan/request.ts';
import { type RequestObservation, responseOf } from './observation.ts';
import { headerOf, isResponse, type ReceivedResponse, type SendResult } from './response.ts';

/** The reason for a retry, and the pause before it. */
export interface Repeat {
  why: 'burst' | 'outage' | 'lockout';
  seconds: number;
}

/** The longest wait after a rate limit. A longer wait indicates an exhausted allowance. */
export const LONGEST_WAIT_S = 60;
/** The pause if a rate limit does not state the time to wait. */
const USUAL_WAIT_S = 1;

/** The statuses of a gateway whose service is unavailable, or of a service that is restarting. */
const OUTAGES = [502, 503, 504];

/**
 * Returns the retry that a temporarily unavailable service requires. A 429 without a time to wait may come from a rate limit if
 * the service has responded before, and the retry shows whether it does.
 */
export function repeatAfter(
  request: Request,
  result: SendResult,
  received: number,
  hasAnswered: boolean,
): Repeat | undefined {
  if (!isResponse(result)) return result.fault === 'broken' ? { why: 'outage', seconds: 0 } : undefined;
  const wait = retryAfter(result, received);
  if (result.status === 429) {
    const seconds = wait ?? (hasAnswered ? USUAL_WAIT_S : undefined);
    return request.account !== 'exhausted' && isShort(seconds) ? { why: 'burst', seconds } : undefined;
  }
  // Invalid secrets in earlier requests can cause a lockout.
  if (result.status === 401)
    return request.status !== '401' && isShort(wait) ? { why: 'lockout', seconds: wait } : undefined;
  if (!OUTAGES.includes(result.status)) return undefined;
  return { why: 'outage', seconds: isShort(wait) ? wait : 0.2 };
}

const isShort = (wait: number | undefined): wait is number => wait !== undefined && wait <= LONGEST_WAIT_S;

/**
 * Returns the wait in seconds from `Retry-After`, which is a number of seconds or an HTTP date (RFC 9110, section 10.2.3).
 * @param received the time of the response in milliseconds since the epoch
 */
export function retryAfter(response: ReceivedResponse, received: number): number | undefined {
  const value = headerOf(response, 'retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - received) / 1000);
}

/**
 * Returns the reason to send no further invalid secrets: the service announces a lockout with `Retry-After` on a 401, or it
 * has locked the account and also rejects the valid secret.
 */
export function lockOutOf(observations: readonly RequestObservation[]): string | undefined {
  const sent = observations.filter(({ request }) => request.isWrongSecret);
  const said = sent.findIndex(isLimited);
  const count = said >= 0 ? said + 1 : observations.some(isLockedOut) ? sent.length : 0;
  if (count === 0) return undefined;
  return `the service locked the account after ${count} invalid ${count === 1 ? 'secret' : 'secrets'} (401)`;
}

/** The reason for a lockout before any invalid secret was sent. */
export const LOCKED_OUT = 'the service temporarily locked the account (401)';

/** Returns whether a response is a 401 with a time limit. */
function isLimited(observation: RequestObservation): boolean {
  const response = responseOf(observation);
  return response?.status === 401 && retryAfter(response, 0) !== undefined;
}

/** Returns whether the account is locked: valid credentials are rejected temporarily, or after invalid secrets were sent. */
export const isLockedOut = (
  observation: RequestObservation,
  index: number,
  all: readonly RequestObservation[],
): boolean =>
  isOwnRejection(observation) &&
  (isLimited(observation) || all.slice(0, index).some(({ request }) => request.isWrongSecret));

const isOwnRejection = (observation: RequestObservation): boolean =>
  responseOf(observation)?.status === 401 && observation.request.status !== '401' && !observation.request.account;
