import { groupBy } from '../group-by.ts';
import { type FieldCoverage, newest, type PastResult } from './past-result.ts';

/** What all runs of a history together saw of one declared response, or of one clause or assumption. */
export interface UnionEntry {
  /** `getFluids 401`, or the id of a clause or assumption. */
  name: string;
  /** `fail` if the newest response to one of its requests was wrong. */
  state: 'pass' | 'fail';
  /** When the oldest of these responses came, and the newest: RFC 3339 in UTC. */
  since: string;
  last: string;
  /** Whether the newest is older than the maximum age. */
  isStale: boolean;
}

/** What all runs of a history together saw. */
export interface Union {
  /** Requests that were ever judged. */
  requests: number;
  cells: UnionEntry[];
  clauses: UnionEntry[];
  assumptions: UnionEntry[];
  fields: FieldCoverage[];
}

/**
 * @param now milliseconds since the epoch
 * @param maxAge in milliseconds
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
