import type { Request } from '../plan/request.ts';
import { type RequestObservation, responseOf } from './observation.ts';
import { headerOf, isResponse, type ReceivedResponse, type SendResult } from './response.ts';

/** Why a request is made again, and after which pause. */
export interface Repeat {
  why: 'burst' | 'outage' | 'lockout';
  seconds: number;
}

/** A longer wait belongs to an exhausted allowance, not to a rate limit. */
export const LONGEST_WAIT_S = 60;
/** The pause where a rate limit does not say how long to wait. */
const USUAL_WAIT_S = 1;

/** A gateway without its service, or a service that restarts. */
const OUTAGES = [502, 503, 504];

/**
 * Whether a request has to be made again because the service was not available for a moment. A 429 that does not say how long
 * to wait may be of a rate limit where the service has answered before: then the second response shows it.
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
  // After wrong secrets of earlier requests.
  if (result.status === 401)
    return request.status !== '401' && isShort(wait) ? { why: 'lockout', seconds: wait } : undefined;
  if (!OUTAGES.includes(result.status)) return undefined;
  return { why: 'outage', seconds: isShort(wait) ? wait : 0.2 };
}

const isShort = (wait: number | undefined): wait is number => wait !== undefined && wait <= LONGEST_WAIT_S;

/**
 * The seconds that `Retry-After` asks to wait: it is a number of seconds or an HTTP date (RFC 9110, section 10.2.3).
 * @param received milliseconds since the epoch
 */
export function retryAfter(response: ReceivedResponse, received: number): number | undefined {
  const value = headerOf(response, 'retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - received) / 1000);
}

/**
 * Returns why no further invalid secret is sent: the service announces a lockout by `Retry-After` on a 401, or it has locked
 * the account out and also rejects the valid secret.
 */
export function lockOutOf(observations: readonly RequestObservation[]): string | undefined {
  const sent = observations.filter(({ request }) => request.isWrongSecret);
  const said = sent.findIndex(isLimited);
  const count = said >= 0 ? said + 1 : observations.some(isLockedOut) ? sent.length : 0;
  if (count === 0) return undefined;
  return `the service locked the account out after ${count} wrong ${count === 1 ? 'secret' : 'secrets'} (401)`;
}

/** Without a number, where no wrong secret was sent before. */
export const LOCKED_OUT = 'the service locked the account out for a time (401)';

/** A 401 that ends after a time. */
function isLimited(observation: RequestObservation): boolean {
  const response = responseOf(observation);
  return response?.status === 401 && retryAfter(response, 0) !== undefined;
}

/** The right credentials are rejected for a time, or after wrong secrets were sent: the account is locked out. */
export const isLockedOut = (
  observation: RequestObservation,
  index: number,
  all: readonly RequestObservation[],
): boolean =>
  isOwnRejection(observation) &&
  (isLimited(observation) || all.slice(0, index).some(({ request }) => request.isWrongSecret));

const isOwnRejection = (observation: RequestObservation): boolean =>
  responseOf(observation)?.status === 401 && observation.request.status !== '401' && !observation.request.account;
