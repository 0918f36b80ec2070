import { groupBy } from '../group-by.ts';
import { type FieldCoverage, newest, type PastResult } from './past-result.ts';

/** The combined results of all runs in a history for one declared response, clause or assumption. */
export interface UnionEntry {
  /** The declared response, such as `getFluids 401`, or the id of a clause or assumption. */
  name: string;
  /** `fail` if the newest result of at least one request is a failure. */
  state: 'pass' | 'fail';
  /** The times of the oldest and the newest of these results (RFC 3339, UTC). */
  since: string;
  last: string;
  /** Whether the newest result is older than the maximum age. */
  isStale: boolean;
}

/** The combined results of all runs in a history. */
export interface Union {
  /** The number of requests that were ever judged. */
  requests: number;
  cells: UnionEntry[];
  clauses: UnionEntry[];
  assumptions: UnionEntry[];
  fields: FieldCoverage[];
}

/**
 * @param now the current time in milliseconds since the epoch
 * @param maxAge the maximum age of a result in milliseconds
 */
export function createUnion(
  results: readonly PastResult[],
  now: number,
  maxAge: number = Number.POSITIVE_INFINITY,
): Omit<Union, 'fields'> {
  const all = newest(results);
  const by = (nameOf: (result: PastResult) => string | undefined): UnionEntry[] =>
    [...groupBy(all, nameOf)].flatMap(([name, ofName]) => {
      const times = ofName.map(({ at }) => at).sort();
      const [since = '', last = ''] = [times[0], times.at(-1)];
      const state = ofName.some((result) => result.state === 'fail') ? 'fail' : 'pass';
      return name === undefined ? [] : [{ name, state, since, last, isStale: now - Date.parse(last) > maxAge }];
    });
  return {
    requests: all.length,
    cells: by(({ operation, status }) => `${operation} ${status}`),
    clauses: by(({ clause }) => clause),
    assumptions: by(({ assumption }) => assumption),
  };
}
