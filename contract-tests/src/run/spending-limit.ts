import { RunError } from '../run-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNITS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS };

/** Reads a length of time such as `30d`: hours, days or weeks; undefined where it is not one. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
}

/**
 * Reads `100`, or `100/30d`: how much may be spent, and in what window in milliseconds; undefined: all time.
 * @throws RunError on anything else
 */
export function readSpendingLimit(value: number | string, flag: string): { most: number; window: number | undefined } {
  const [, most, window] = /^(\d{1,9})(?:\/(\w+))?$/.exec(String(value)) ?? [];
  const length = readDuration(window ?? '');
  if (most !== undefined && (window === undefined || length !== undefined))
    return { most: Number(most), window: length };
  throw new RunError(`${flag}: expected a number, or a number and a window such as 100/30d (h, d or w)`);
}
