import type { VehicleLookupError } from '@vehicle-lookup/client';
import { text } from './flatten.ts';

type Failed = Pick<VehicleLookupError, 'code' | 'message' | 'retryAfter'>;

/** An error for people, with the time at which an exhausted allowance is free again. */
export const failureText = ({ code, message, retryAfter }: Failed): string =>
  `${code}: ${text(message)}${freeAgain(code, retryAfter)}`;

/** ` The allowance is free again on 3 December, 14:05.`, in the time zone of this machine. */
export function freeAgain(code: string, retryAfter: number | undefined, now: number = Date.now()): string {
  if (code !== 'quota_exhausted' || retryAfter === undefined) return '';
  // Minutes are rounded up: a minute too early is another refusal.
  const date = new Date(Math.ceil((now + retryAfter * 1000) / 60_000) * 60_000);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return ` The allowance is free again on ${day}, ${time}.`;
}
