import { failureText, success } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { isRefusal, type ServiceResponse } from './send.ts';

/** The longest time that the client waits before a retry, in seconds. */
export const LONGEST_WAIT = 60;

const BY_STATUS: Record<number, ErrorCode> = { 401: 'unauthorized', 403: 'forbidden_by_plan', 404: 'not_found' };

/** The error that a response stands for; undefined for a success. */
export function responseError(
  operation: string,
  { status, headers, body }: ServiceResponse,
  mask: (text: string) => string,
): VehicleLookupError | undefined {
  const retryAfter = status === success ? undefined : seconds(headers.get('retry-after') ?? '');
  const code = codeOf(status, body, retryAfter);
  if (!code) return undefined;
  const messages = [failureText, 'message', 'error', 'detail'].map((name) => (body as JsonObject | undefined)?.[name]);
  const message = messages.find((value) => typeof value === 'string' && value.trim()) as string | undefined;
  const what =
    code === 'invalid_response'
      ? ` with ${/^[013]/.test(`${status}`) ? 'a redirect' : headers.get('content-type') || 'nothing'}: expected ${success} with a JSON object or array. Check baseUrl.`
      : message && `: ${message.trim()}`;
  const text = mask(`HTTP ${status}${what ?? ''}`).slice(0, 500);
  return new VehicleLookupError(code, operation, text.replace(/[^.!?]$/, '$&.'), { status, retryAfter });
}

function codeOf(status: number, body: object | undefined, retryAfter: number | undefined): ErrorCode | undefined {
  if (status >= 500) return 'server';
  if (status === 429) return Number(retryAfter) <= LONGEST_WAIT ? 'rate_limited' : 'quota_exhausted';
  // A 404 without JSON comes from a server that does not have the interface at this address.
  if (status >= 400 && (body || status !== 404)) return BY_STATUS[status] ?? 'bad_request';
  if (!body || status !== success) return 'invalid_response';
  return isRefusal(body) ? 'refused' : undefined;
}

/** Reads `Retry-After`, seconds or an HTTP date (RFC 9110, section 10.2.3), as seconds. */
function seconds(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const left = Math.ceil((Date.parse(/ GMT$/.test(text) ? text : '') - Date.now()) / 1000);
  return left > 0 ? left : left <= 0 ? 0 : undefined;
}
