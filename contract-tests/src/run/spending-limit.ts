import { RunError } from '../run-error.ts';

/** How much may be spent, over all time or within a rolling window. */
export interface SpendingLimit {
  most: number;
  /** Length of the window in milliseconds; undefined: all time. */
  window?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const UNITS: Readonly<Record<string, number>> = { h: DAY_MS / 24, d: DAY_MS, w: 7 * DAY_MS };

/** Reads a length of time such as `30d`: hours, days or weeks; undefined where it is not one. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
}

const ALLOWANCE = /^(\d{1,9})(?:\/(\w+))?$/;

/** Whether a text is `100`, or `100/30d`. */
export function isSpendingLimit(text: string): boolean {
  const [whole, , window] = ALLOWANCE.exec(text) ?? [];
  return whole !== undefined && (window === undefined || readDuration(window) !== undefined);
}

/**
 * Reads `100`, or `100/30d`.
 * @throws RunError on anything else
 */
export function readSpendingLimit(value: number | string, flag: string): SpendingLimit {
  if (!isSpendingLimit(String(value))) {
    throw new RunError(`${flag}: expected a number, or a number and a window such as 100/30d (h, d or w)`);
  }
  const [, most, window] = ALLOWANCE.exec(String(value)) ?? [];
  const length = window === undefined ? undefined : readDuration(window);
  return { most: Number(most), ...(length === undefined ? {} : { window: length }) };
}
