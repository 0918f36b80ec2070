import type { VehicleLookupError } from '@vehicle-lookup/client';
import { proxyVariable } from '../proxy.ts';
import { text } from './flatten.ts';

/**
 * An error for people, with the time at which an exhausted allowance is free again.
 * @param baseUrl shown where the message speaks of it
 */
export function failureText(
  { code, message, retryAfter }: Pick<VehicleLookupError, 'code' | 'message' | 'retryAfter'>,
  baseUrl?: string,
): string {
  const proxy = code === 'network' ? proxyVariable(baseUrl ?? '') : undefined;
  const flag = `--base-url${baseUrl === undefined ? '' : ` (${text(baseUrl)})`}${proxy ? `, the proxy (${proxy})` : ''}`;
  return `${code}: ${text(message).replace(/\bbaseUrl\b/g, flag)}${freeAgain(code, retryAfter)}`;
}

/** ` The allowance is free again on 3 December, 14:05.`, in the time zone of this machine. */
export function freeAgain(code: string, retryAfter: number | undefined, now: number = Date.now()): string {
  if (code !== 'quota_exhausted' || retryAfter === undefined) return '';
  // Minutes are rounded up: a minute too early is another rejection.
  return ` The allowance is free again on ${dateText(Math.ceil((now + retryAfter * 1000) / 60_000) * 60_000)}.`;
}

/** A minute in the time zone of this machine: `3 December, 14:05`. @param time in milliseconds since 1970 */
export function dateText(time: number): string {
  const date = new Date(time);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `${day}, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

/** A moment of the near future in the time zone of this machine: `14:05:30`. @param time in milliseconds since 1970 */
export const clockText = (time: number): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
