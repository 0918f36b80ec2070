import { failure, failureText, success } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import { isObject, type JsonObject } from '../json.ts';

/** The longest time that the client waits before a retry, in seconds. */
export const LONGEST_WAIT = 60;

const BY_STATUS: Record<number, ErrorCode> = { 401: 'unauthorized', 403: 'forbidden_by_plan', 404: 'not_found' };

/** Undefined for a text that is not a JSON object or array. The error of `JSON.parse` would quote the text. */
export function parse(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True for the body of a failure, whatever its status (assumption failure-in-200): an object in which a member that marks
 * failures has its value; `false` may be written as a text or number, or be empty. Or a list of nothing but such objects.
 */
export const isRefusal = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.length > 0 && body.every(isRefusal)
    : isObject(body) &&
      Object.entries(failure).some(
        ([name, mark]) =>
          Object.hasOwn(body, name) &&
          (body[name] === mark || (mark === false && /^(|0|false|no|null)$/i.test(`${body[name]}`))),
      );

export const isSuccess = (status: number, body: object | undefined): boolean =>
  status === success && !!body && !isRefusal(body);

/** The error that a response stands for; undefined for a success. */
export function responseError(
  operation: string,
  response: { status: number; headers: Headers; body: object | undefined },
): VehicleLookupError | undefined {
  const { status, body } = response;
  if (isSuccess(status, body)) return undefined;
  const { headers } = response;
  // Without Retry-After, a limit of which nothing is left tells when there is more (RateLimit, draft of the IETF).
  const wait =
    headers.get('retry-after') ?? (status === 429 && /;r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const retryAfter = status === success ? undefined : seconds(wait || '');
  const code = codeOf(status, body, retryAfter);
  const members = (Array.isArray(body) ? body[0] : body) as JsonObject | undefined;
  const messages = [failureText, 'message', 'error', 'detail'].map((name) => members?.[name]);
  const message = messages.find((value) => typeof value === 'string' && value.trim()) as string | undefined;
  const what =
    code === 'invalid_response'
      ? ` with ${isRedirect(status) ? 'a redirect' : headers.get('content-type') || 'nothing'}: expected ${success} with a JSON object or array. Check baseUrl.`
      : message && `: ${message.trim()}`;
  const text = `HTTP ${status}${what ?? ''}`.slice(0, 500).replace(/[^.!?]$/, '$&.');
  return new VehicleLookupError(code, operation, text, { status, retryAfter, headers });
}

/** The status is 0 in browsers. */
export const isRedirect = (status: number): boolean => /^[013]/.test(`${status}`);

/** A 404 without JSON comes from a server that does not have the interface at this address. */
const codeOf = (status: number, body: object | undefined, retryAfter = 0): ErrorCode =>
  status >= 500
    ? 'server'
    : status === 429
      ? retryAfter > LONGEST_WAIT
        ? 'quota_exhausted'
        : 'rate_limited'
      : status >= 400 && (body || status !== 404)
        ? (BY_STATUS[status] ?? 'bad_request')
        : body && status === success
          ? 'refused'
          : 'invalid_response';

/** Reads `Retry-After`, seconds or an HTTP date (RFC 9110, section 10.2.3), as seconds. */
function seconds(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const left = Math.ceil((Date.parse(/ GMT$/.test(text) ? text : '') - Date.now()) / 1000);
  return Number.isNaN(left) ? undefined : Math.max(left, 0);
}
