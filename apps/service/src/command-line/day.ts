import { got, InvalidArgumentError } from '@vehicle-lookup/command-line';

/** Parses an option's value: a day of the calendar, 2026-01-31. */
export function parseDay(text: string): string {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError(`expected a day such as 2026-01-31, ${got(text)}`);
}

/** Today in UTC, as the usage counts days. */
export const today = (): string => new Date().toISOString().slice(0, 10);
