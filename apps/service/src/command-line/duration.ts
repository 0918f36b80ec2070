import { got, InvalidArgumentError } from '@vehicle-lookup/toolkit/command-line';

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const LONGEST_DAYS = 3660;

/** Parses an option value such as `30d`, `12h`, `15m` or `90s`. @returns seconds */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * UNITS[(unit ?? 's') as keyof typeof UNITS];
  if (seconds <= LONGEST_DAYS * UNITS.d) return seconds;
  throw new InvalidArgumentError(`expected a time such as 30d, 12h or 15m, up to ${LONGEST_DAYS}d, ${got(text)}`);
}

/** Formats seconds in the largest unit that is exact, as `parseDuration` accepts them. */
export function formatDuration(seconds: number): string {
  for (const unit of ['d', 'h', 'm'] as const)
    if (seconds % UNITS[unit] === 0) return `${seconds / UNITS[unit]}${unit}`;
  return `${seconds}s`;
}

/** Parses an option value as a future time: a duration from now (`90d`), a date (UTC) or an ISO 8601 timestamp. */
export function parseFutureMoment(text: string): Date {
  const now = Date.now();
  if (/^\d+[smhd]$/.test(text)) return new Date(now + parseDuration(text) * 1000);
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const ms = form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (ms > now) return new Date(ms);
  const found = Number.isNaN(ms) ? got(text) : `got ${text}, which is in the past`;
  throw new InvalidArgumentError(`expected a time such as 90d or a date in the future such as 2030-01-31, ${found}`);
}

/** Returns false for a day that does not exist, because `Date.parse` reads 31 February as 3 March. */
function isDay(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Parses an option value as a calendar day such as 2026-01-31. */
export function parseDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)) return text;
  throw new InvalidArgumentError(`expected a day such as 2026-01-31, ${got(text)}`);
}

/** Returns the current day in UTC, the time zone of the daily usage. */
export const today = (): string => new Date().toISOString().slice(0, 10);
