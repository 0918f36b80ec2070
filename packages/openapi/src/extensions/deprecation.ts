import { member } from '../openapi/node.ts';

/** The content of `x-deprecation`: the start (a date or version), the last day and the replacement. */
export interface Deprecation {
  since: string;
  /** Last day on which the deprecated element works, as `YYYY-MM-DD`. */
  until: string;
  use: string;
}

/** Returns the deprecation terms of a node; undefined if the node is not deprecated or a term is missing. */
export function deprecationOf(node: unknown): Deprecation | undefined {
  if (member(node, 'deprecated') !== true) return undefined;
  const terms = member(node, 'x-deprecation');
  const [since, until, use] = ['since', 'until', 'use'].map((key) => member(terms, key));
  if (since === undefined || !isDay(until) || typeof use !== 'string' || use === '') return undefined;
  return { since: String(since), until, use };
}

/** Returns whether a value is a calendar day, `YYYY-MM-DD`. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;
