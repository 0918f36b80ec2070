import type { VehicleLookupError } from '@vehicle-lookup/client';
import { proxyVariable } from '../proxy.ts';
import { text } from './flatten.ts';

/** Node.js error codes for failed connection attempts. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** Returns whether a failed request may have reached the service. @param thrown error that `fetch` threw */
export const wasSent = (thrown: unknown): boolean => {
  const { code, cause } = Object(thrown);
  return !UNSENT.includes(cause?.code ?? code);
};

type Failure = Pick<VehicleLookupError, 'code' | 'message' | 'retryAfter' | 'cause'>;

/**
 * Returns an error message for command-line users, in which flags replace client options.
 * @param baseUrl base URL to insert if the message mentions `baseUrl`
 */
export function messageOf({ code, message }: Omit<Failure, 'retryAfter' | 'cause'>, baseUrl?: string): string {
  const proxy = code === 'network' ? proxyVariable(baseUrl ?? '') : undefined;
  const flag = `--base-url${baseUrl === undefined ? '' : ` (${text(baseUrl)})`}${proxy ? `, the proxy (${proxy})` : ''}`;
  return text(message).replace(/\bbaseUrl\b/g, flag);
}

/** Formats an error for users, with the time at which an exhausted allowance is available again. */
export const failureText = (error: Failure, baseUrl?: string): string =>
  `${error.code}: ${messageOf(error, baseUrl)}${freeAgain(error.code, error.retryAfter)}`;

/** Returns a sentence with a date in this machine's time zone: ` The allowance is available again on 3 December, 14:05.` */
export function freeAgain(code: string, retryAfter: number | undefined, now: number = Date.now()): string {
  if (code !== 'quota_exhausted' || retryAfter === undefined) return '';
  // Minutes are rounded up, because a request that is too early is rejected again.
  return ` The allowance is available again on ${dateText(Math.ceil((now + retryAfter * 1000) / 60_000) * 60_000)}.`;
}

/** Formats a date and time in this machine's time zone: `3 December, 14:05`. @param time in milliseconds since 1970 */
export function dateText(time: number): string {
  const date = new Date(time);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `${day}, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

/** Formats a time of day in this machine's time zone: `14:05:30`. @param time in milliseconds since 1970 */
export const clockText = (time: number): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
