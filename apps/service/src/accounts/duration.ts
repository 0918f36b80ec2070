import { got } from '../suggest.ts';
import { UserError } from '../user-error.ts';

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const LONGEST_DAYS = 3660;

/**
 * `30d`, `12h`, `15m` or `90s`, in seconds.
 * @param flag named in the message
 * @throws UserError
 */
export function parseDuration(flag: string, text: string): number {
  const [, digits, unit] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * UNITS[(unit ?? 's') as keyof typeof UNITS];
  if (seconds <= LONGEST_DAYS * UNITS.d) return seconds;
  throw new UserError(`${flag}: expected a time such as 30d, 12h or 15m, up to ${LONGEST_DAYS}d, ${got(text)}.`, 2);
}

/** The other way, in the largest unit that is exact. */
export function formatDuration(seconds: number): string {
  for (const unit of ['d', 'h', 'm'] as const)
    if (seconds % UNITS[unit] === 0) return `${seconds / UNITS[unit]}${unit}`;
  return `${seconds}s`;
}

/**
 * A moment to come: a time from now on (`90d`), a date (its beginning, UTC) or a moment in ISO 8601.
 * @throws UserError
 */
export function parseMoment(flag: string, text: string, now: number): Date {
  if (/^\d+[smhd]$/.test(text)) return new Date(now + parseDuration(flag, text) * 1000);
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const ms = form.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (ms > now) return new Date(ms);
  const found = Number.isNaN(ms) ? got(text) : `got ${text}, which is past`;
  throw new UserError(`${flag}: expected a time such as 90d or a date to come such as 2030-01-31, ${found}.`, 2);
}

/** Whether the calendar has it: `Date.parse` takes 31 February for 3 March. */
function isDay(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
