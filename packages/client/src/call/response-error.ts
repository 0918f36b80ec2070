import { failure, failureText, success } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import { isObject, type JsonObject } from '../json.ts';

/** The longest time that the client waits before a retry, in seconds. */
export const LONGEST_WAIT = 60;

/** Longer messages are cut. */
const LONGEST_MESSAGE = 500;

/** The part of a response that decides on its error. */
export interface FailedResponse {
  status: number;
  headers: Headers;
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
}

/** The error for a response without data. */
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

/** Whether a response asks not to be repeated, as those of `createProxy` do: the proxy has retried, and limits visitors without a plan. */
export const isFinal = (headers: Headers | undefined): boolean => headers?.get('x-should-retry') === 'false';

function codeOf({ status, headers, body }: FailedResponse, retryAfter = 0): ErrorCode {
  if (status >= 500) return 'server';
  if (status === success && body) return 'rejected';
  // Without the body of a failure it comes from a server that does not have the interface at this address.
  if (status === 404 && !isRejection(body)) return 'invalid_response';
  if (status === 429 && retryAfter > LONGEST_WAIT && !isFinal(headers)) return 'quota_exhausted';
  return CODES[status] ?? (status >= 400 ? 'bad_request' : 'invalid_response');
}

/** True for a redirect, which is not followed. Its status is 0 in browsers. */
export const isRedirect = (status: number): boolean => status < 200 || (status >= 300 && status < 400);

const unexpected = ({ status, headers }: FailedResponse): string => {
  const found = isRedirect(status) ? 'a redirect' : headers.get('content-type') || 'nothing';
  return ` with ${found}: expected JSON of the interface. Check baseUrl.`;
};

/**
 * True for the body of a failure, whatever its status (assumption failure-in-200): an object in which a field that marks
 * failures has its value, or a list that contains only such objects.
 */
export const isRejection = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.length > 0 && body.every(isRejection)
    : isObject(body) &&
      Object.entries(failure).some(([name, mark]) => Object.hasOwn(body, name) && isMark(body[name], mark));

/** `false` may be written as a text or number, or be empty. */
const isMark = (value: unknown, mark: unknown): boolean =>
  value === mark || (!mark && /^(|0|false|no|null)$/i.test(`${value}`));

/** The message of the service. Gateways use other field names for it. */
function messageOf(body: object | undefined): string {
  const [members] = [body].flat() as (JsonObject | undefined)[];
  for (const name of [failureText, 'error', 'detail']) {
    const text = members?.[name];
    if (typeof text === 'string' && text.trim()) return `: ${text.trim()}`;
  }
  return '';
}

/** Seconds to wait before the next request, as stated by the service; undefined if it does not state them. */
export function retryAfterOf({ status, headers }: Pick<FailedResponse, 'status' | 'headers'>): number | undefined {
  if (status === success) return undefined;
  // An exhausted limit states when requests are available again (RateLimit, draft of the IETF).
  const [, left = ''] = (status === 429 && /;r=0;t=(\d+)/.exec(`${headers.get('ratelimit')}`)) || [];
  return secondsOf(headers.get('retry-after') ?? left);
}

/** Reads `Retry-After`, seconds or an HTTP date (RFC 9110, section 10.2.3), as seconds. */
function secondsOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const left = Math.ceil((Date.parse(/ GMT$/.test(text) ? text : '') - Date.now()) / 1000);
  return Number.isNaN(left) ? undefined : Math.max(left, 0);
}
