import { member } from '../openapi/node.ts';

/** `x-deprecation`: since when (a date or version), until which day, and what to use instead. */
export interface Deprecation {
  since: string;
  /** `YYYY-MM-DD`: the last day on which it works. */
  until: string;
  use: string;
}

/** The terms of a deprecated node; undefined where it has none, or not all of them. */
export function deprecationOf(node: unknown): Deprecation | undefined {
  if (member(node, 'deprecated') !== true) return undefined;
  const terms = member(node, 'x-deprecation');
  const [since, until, use] = ['since', 'until', 'use'].map((key) => member(terms, key));
  if (since === undefined || !isDay(until) || typeof use !== 'string' || use === '') return undefined;
  return { since: String(since), until, use };
}

/** Whether a value is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;
