// All responses that are errors, and every Retry-After. Its seconds: of an exhausted allowance (429) from
// src/quota/rolling-window.ts, of a lockout (401) from src/limits; those of the other 429 and of a 500 stand here.
import { randomInt } from 'node:crypto';
import { operationTable } from '@vehicle-lookup/contract';
import { errorResponse, type HttpResponse, type ResponseHeaders } from '@vehicle-lookup/toolkit/http';
import type { Plan } from '../../accounts/plan.ts';
import { StorageError, type StorageReason } from '../../database/storage-error.ts';
import type { RemainingAllowance } from '../../quota/quota.ts';

/** An error in the document's shape. The text must not repeat anything of the request. */
export const rejection = (status: number, text: string, headers: ResponseHeaders = {}): HttpResponse =>
  errorResponse(operationTable, status, text, headers);

/** RFC 9110, section 11.6.1: a 401 carries a challenge. */
const CHALLENGE = 'ApiKey realm="vehicle-lookup"';

/** @param retryAfterSeconds only for a locked pair of user and address */
export const unauthorized = (text: string, retryAfterSeconds?: number): HttpResponse =>
  rejection(401, text, {
    'www-authenticate': CHALLENGE,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });

/** One text for unknown users, wrong keys and locked pairs, so that a client cannot tell them apart. */
export const wrongCredentials = (retryAfterSeconds?: number): HttpResponse =>
  unauthorized('The user is unknown or the key is wrong.', retryAfterSeconds);

export const planRestriction: HttpResponse = rejection(403, 'This operation is not available in your plan.');
/** The cause has passed in a second. */
const SOON: ResponseHeaders = { 'retry-after': '1' };

const serverError: HttpResponse = rejection(500, 'Server error.');

/** Seconds after which storage may work again: a lock is brief, room on a disk takes a person. */
const RETRY_SECONDS: Partial<Record<StorageReason, number>> = { locked: 1, full: 60 };
/**
 * Where a server is lost, or rejects the login while its password is changed, each client gets a different number of seconds, so
 * that they do not return in the same moment.
 */
const LOST: readonly StorageReason[] = ['unavailable', 'unwritable', 'unreadable'];
const LATEST = 5;

/** A 500; if the fault is likely to pass by itself or soon, with the seconds to wait. */
export function failureResponse(error: unknown): HttpResponse {
  const reason = error instanceof StorageError ? error.reason : 'failed';
  const seconds = LOST.includes(reason) ? randomInt(1, LATEST + 1) : RETRY_SECONDS[reason];
  return seconds === undefined ? serverError : rejection(500, 'Server error.', { 'retry-after': String(seconds) });
}

/** 503: the service cannot serve the request in time (src/http/overload.ts). */
export const overloaded: HttpResponse = rejection(503, 'The service is overloaded.', SOON);

export const notImplemented: HttpResponse = rejection(501, 'This operation is not implemented by this service.');

/**
 * `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers: `q` requests in `w` seconds, `r` left,
 * more in `t` seconds.
 */
export const allowanceHeaders = (
  plan: Plan,
  { limit, windowSeconds, remaining, resetSeconds }: RemainingAllowance,
): ResponseHeaders => ({
  ratelimit: `"allowance";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': `"allowance";q=${limit};w=${windowSeconds}, "burst";q=${plan.burst};w=1`,
});

/** 429: nothing is left in the rolling window (src/quota/rolling-window.ts). */
export function allowanceExhausted(plan: Plan, allowance: RemainingAllowance): HttpResponse {
  const headers = { ...allowanceHeaders(plan, allowance), 'retry-after': String(allowance.resetSeconds) };
  return rejection(429, 'The allowance of your plan is exhausted.', headers);
}

/** 429: the account runs as many long searches as it may (searches.ts). */
const searches = 'Too many concurrent searches: wait until one ends, or send more characters of the VIN.';
export const tooManySearches: HttpResponse = rejection(429, searches, SOON);

/** 429: more requests in a second than an address may send, whatever their keys. */
export const tooManyFromAddress: HttpResponse = rejection(429, 'Too many requests from your address.', SOON);

/** 429: more requests in a second than the plan allows (src/limits). There is room again within that second. */
export const tooManyPerSecond = (plan: Plan): HttpResponse =>
  rejection(429, 'Too many requests in one second.', {
    ratelimit: '"burst";r=0;t=1',
    'ratelimit-policy': `"burst";q=${plan.burst};w=1`,
    ...SOON,
  });
