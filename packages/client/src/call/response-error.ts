import { failure, failureText, success } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import { isObject, type JsonObject } from '../json.ts';

/** The longest time that the client waits before a retry, in seconds. */
export const LONGEST_WAIT = 60;

/** Longer messages are truncated. */
const LONGEST_MESSAGE = 500;

/** The parts of a response that determine its error. */
export interface FailedResponse {
  status: number;
  headers: Headers;
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
}

/** Returns the error for a response without data. */
export function responseError(operation: string, response: FailedResponse): VehicleLookupError {
  const { status, headers } = response;
  const retryAfter = retryAfterOf(response);
  const code = codeOf(response, retryAfter);
  const detail = code === 'invalid_response' ? unexpected(response) : messageOf(response.body);
  const what = `HTTP ${status}${detail}`.slice(0, LONGEST_MESSAGE).replace(/[^.!?]$/, '$&.');
  return new VehicleLookupError(code, operation, what, { status, retryAfter, headers });
}

const CODES: Record<number, ErrorCode> = {
  401: 'unauthorized',
  403: 'forbidden_by_plan',
  404: 'not_found',
  429: 'rate_limited',
};

/** Reports whether a response forbids retries. `createProxy` forbids them, because it retries itself, and its limit is not a quota. */
export const isFinal = (headers: Headers | undefined): boolean => headers?.get('x-should-retry') === 'false';

function codeOf({ status, headers, body }: FailedResponse, retryAfter = 0): ErrorCode {
  if (status >= 500) return 'server';
  if (status === success && body) return 'rejected';
  // A 404 without an error body comes from a server that does not serve the API at this URL.
  if (status === 404 && !isRejection(body)) return 'invalid_response';
  if (status === 429 && retryAfter > LONGEST_WAIT && !isFinal(headers)) return 'quota_exhausted';
  return CODES[status] ?? (status >= 400 ? 'bad_request' : 'invalid_response');
}

/** Reports whether a status is a redirect, which is not followed. In browsers, the status of a redirect is 0. */
export const isRedirect = (status: number): boolean => status < 200 || (status >= 300 && status < 400);

const unexpected = ({ status, headers }: FailedResponse): string => {
  const found = isRedirect(status) ? 'a redirect' : headers.get('content-type') || 'nothing';
  return ` with ${found}: expected JSON of the interface. Check baseUrl.`;
};

/**
 * Reports whether a body is a failure, regardless of its status (assumption failure-in-200): an object with a field value that
 * indicates a failure, or a list that contains only such objects.
 */
export const isRejection = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.length > 0 && body.every(isRejection)
    : isObject(body) &&
      Object.entries(failure).some(([name, mark]) => Object.hasOwn(body, name) && isMark(body[name], mark));

/** Reports whether a value marks a failure. If the constant for a failure is `false`, the value may also be a string, a number or empty. */
const isMark = (value: unknown, mark: unknown): boolean =>
  value === mark || (!mark && /^(|0|false|no|null)$/i.test(`${value}`));

/** Returns the service's error message. Gateways use other field names for the message. */
function messageOf(body: object | undefined): string {
  const [members] = [body].flat() as (JsonObject | undefined)[];
  for (const name of [failureText, 'error', 'detail']) {
    const text = members?.[name];
    if (typeof text === 'string' && text.trim()) return `: ${text.trim()}`;
  }
  return '';
}

/** Returns the seconds to wait before the next request; undefined if the service does not state a time. */
export function retryAfterOf({ status, headers }: Pick<FailedResponse, 'status' | 'headers'>): number | undefined {
  if (status === success) return undefined;
  // An exhausted `RateLimit` (IETF draft) states when requests are available again.
  const [, left = ''] = (status === 429 && /;r=0;t=(\d+)/.exec(`${headers.get('ratelimit')}`)) || [];
  return secondsOf(headers.get('retry-after') ?? left);
}

/** Converts `Retry-After`, which contains seconds or an HTTP date (RFC 9110, section 10.2.3), to seconds. */
function secondsOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const left = Math.ceil((Date.parse(/ GMT$/.test(text) ? text : '') - Date.now()) / 1000);
  return Number.isNaN(left) ? undefined : Math.max(left, 0);
}
