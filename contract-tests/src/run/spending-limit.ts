import { RunError } from '../run-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNITS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS };

/** Reads a duration in hours, days or weeks, such as `30d`. Returns undefined if it is invalid. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
}

/**
 * Reads a spending limit such as `100` or `100/30d`. The window is in milliseconds, or undefined for all time.
 * @throws RunError if the limit is invalid
 */
export function readSpendingLimit(value: number | string, flag: string): { most: number; window: number | undefined } {
  const [, most, window] = /^(\d{1,9})(?:\/(\w+))?$/.exec(String(value)) ?? [];
  const length = readDuration(window ?? '');
  if (most !== undefined && (window === undefined || length !== undefined))
    return { most: Number(most), window: length };
  throw new RunError(`${flag}: expected a number, or a number and a window such as 100/30d (h, d or w)`);
}
