// All error responses with their Retry-After headers. src/quota/rolling-window.ts computes the seconds for an exhausted
// allowance (429), and src/limits the seconds for a lockout (401). This file contains the seconds for other 429 responses and for 500.
import { randomInt } from 'node:crypto';
import { operationTable } from '@vehicle-lookup/contract';
import { errorResponse, type HttpResponse, type ResponseHeaders } from '@vehicle-lookup/toolkit/http';
import type { Plan } from '../../accounts/plan.ts';
import { StorageError, type StorageReason } from '../../database/storage-error.ts';
import type { RemainingAllowance } from '../../quota/quota.ts';

/** Returns an error response as declared in the contract. The message must not repeat any part of the request. */
export const rejection = (status: number, text: string, headers: ResponseHeaders = {}): HttpResponse =>
  errorResponse(operationTable, status, text, headers);

/** RFC 9110, section 11.6.1: a 401 carries a challenge. */
const CHALLENGE = 'ApiKey realm="vehicle-lookup"';

/** Returns a 401 response. @param retryAfterSeconds only for a locked pair of user and address */
export const unauthorized = (text: string, retryAfterSeconds?: number): HttpResponse =>
  rejection(401, text, {
    'www-authenticate': CHALLENGE,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });

/** Returns the same message for unknown users, wrong keys and locked pairs, so that a client cannot distinguish them. */
export const wrongCredentials = (retryAfterSeconds?: number): HttpResponse =>
  unauthorized('The user is unknown or the key is wrong.', retryAfterSeconds);

export const planRestriction: HttpResponse = rejection(403, 'This operation is not available in your plan.');
/** Header for causes that last at most a second. */
const SOON: ResponseHeaders = { 'retry-after': '1' };

const serverError: HttpResponse = rejection(500, 'Server error.');

/** Seconds after which storage may work again: a lock is brief, but an operator must free disk space. */
const RETRY_SECONDS: Partial<Record<StorageReason, number>> = { locked: 1, full: 60 };
/**
 * Reasons for which each client gets a random number of seconds, so that clients do not retry simultaneously. The database server
 * is unavailable, or rejects the login during a password change.
 */
const LOST: readonly StorageReason[] = ['unavailable', 'unwritable', 'unreadable'];
const LATEST = 5;

/** Returns a 500 response, with `Retry-After` if the cause is probably temporary. */
export function failureResponse(error: unknown): HttpResponse {
  const reason = error instanceof StorageError ? error.reason : 'failed';
  const seconds = LOST.includes(reason) ? randomInt(1, LATEST + 1) : RETRY_SECONDS[reason];
  return seconds === undefined ? serverError : rejection(500, 'Server error.', { 'retry-after': String(seconds) });
}

/** The 503 response if the service cannot serve a request in time (src/http/overload.ts). */
export const overloaded: HttpResponse = rejection(503, 'The service is overloaded.', SOON);

export const notImplemented: HttpResponse = rejection(501, 'This operation is not implemented by this service.');

/**
 * Returns `RateLimit` and `RateLimit-Policy` according to draft-ietf-httpapi-ratelimit-headers: `q` requests in `w` seconds,
 * `r` remaining, and more after `t` seconds.
 */
export const allowanceHeaders = (
  plan: Plan,
  { limit, windowSeconds, remaining, resetSeconds }: RemainingAllowance,
): ResponseHeaders => ({
  ratelimit: `"allowance";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': `"allowance";q=${limit};w=${windowSeconds}, "burst";q=${plan.burst};w=1`,
});

/** Returns the 429 response for an exhausted rolling window (src/quota/rolling-window.ts). */
export function allowanceExhausted(plan: Plan, allowance: RemainingAllowance): HttpResponse {
  const headers = { ...allowanceHeaders(plan, allowance), 'retry-after': String(allowance.resetSeconds) };
  return rejection(429, 'The allowance of your plan is exhausted.', headers);
}

/** Message of the 429 response if the account runs too many long searches (searches.ts). */
const searches = 'Too many concurrent searches: wait until one ends, or send more characters of the VIN.';
export const tooManySearches: HttpResponse = rejection(429, searches, SOON);

/** The 429 response if an address exceeds its requests per second, regardless of their keys. */
export const tooManyFromAddress: HttpResponse = rejection(429, 'Too many requests from your address.', SOON);

/** Returns the 429 response if an account exceeds the requests per second of its plan (src/limits). */
export const tooManyPerSecond = (plan: Plan): HttpResponse =>
  rejection(429, 'Too many requests in one second.', {
    ratelimit: '"burst";r=0;t=1',
    'ratelimit-policy': `"burst";q=${plan.burst};w=1`,
    ...SOON,
  });
