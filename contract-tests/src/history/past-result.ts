import { defined } from '../defined.ts';
import { groupBy } from '../group-by.ts';

/** The result of a judged request, from a run or from recorded traffic. */
export interface PastResult {
  /** The request id. */
  id: string;
  operation: string;
  /** The expected status. */
  status: string;
  /** The id of the clause or assumption on which the expected response is based. */
  clause?: string;
  assumption?: string;
  state: 'pass' | 'fail';
  /** The start time of the run (RFC 3339, UTC). */
  at: string;
  /** Whether the result comes from recorded traffic, not from a run. */
  isTraffic?: true;
}

/** Returns the results of the judged requests in a run. */
export const resultsOf = (
  made: readonly (Omit<PastResult, 'state' | 'at' | 'isTraffic'> & { state: string })[],
  at: string,
): PastResult[] =>
  made.flatMap(({ id, operation, status, clause, assumption, state }) =>
    state === 'pass' || state === 'fail' ? [defined({ id, operation, status, clause, assumption, state, at })] : [],
  );

/** Returns the newest result of each request. */
export const newest = (results: readonly PastResult[]): PastResult[] => newestOf(results, ({ id }) => id);

/** Returns the newest element for each key. */
const newestOf = <Seen extends { at: string }>(all: readonly Seen[], keyOf: (one: Seen) => string): Seen[] => {
  const inTime = all.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return [...new Map(inTime.map((one) => [keyOf(one), one])).values()];
};

/** Returns the time of each request's last result in milliseconds since the epoch, by request id. */
export const lastMade = (results: readonly PastResult[]): Map<string, number> =>
  new Map(results.map(({ id, at }) => [id, Date.parse(at)]));

/** Returns the ids of requests with a valid response in traffic recorded since the last run. A run need not repeat them. */
export function shownByTraffic(results: readonly PastResult[]): ReadonlySet<string> {
  const lastRun = results.reduce((last, { at, isTraffic }) => (!isTraffic && at > last ? at : last), '');
  return new Set(
    results.flatMap(({ id, at, state, isTraffic }) => (isTraffic && state === 'pass' && at > lastRun ? id : [])),
  );
}

/** A sighting of a record field in a response, with a value or empty. */
export interface FieldSighting {
  /** The name of the schema and the field, such as `Vehicle.fuel`. */
  name: string;
  state: 'with-value' | 'only-empty';
  /** The time of the sighting (RFC 3339, UTC). */
  at: string;
}

/** The coverage of a record field in the document. */
export interface FieldCoverage {
  /** The names of the schema and the field: `Vehicle.fuel`. */
  name: string;
  /** The operations whose responses have the field. */
  operations: string[];
  state: 'never-seen' | FieldSighting['state'];
  /** The time of the last sighting in this state (RFC 3339, UTC). Absent if the field was never seen. */
  last?: string;
}

/** Returns the newest sighting of each field in each state. */
export const newestSightings = (sightings: readonly FieldSighting[]): FieldSighting[] =>
  newestOf(sightings, ({ name, state }) => `${state} ${name}`);

/** Returns the coverage of each field. A sighting with a value takes precedence over empty sightings. */
export function coverageOf(
  fields: readonly Pick<FieldCoverage, 'name' | 'operations'>[],
  sightings: readonly FieldSighting[],
): FieldCoverage[] {
  const byName = groupBy(newestSightings(sightings), ({ name }) => name);
  return fields.map(({ name, operations }) => {
    const seen = byName.get(name) ?? [];
    const best = seen.find(({ state }) => state === 'with-value') ?? seen[0];
    return { name, operations, state: best?.state ?? 'never-seen', ...defined({ last: best?.at }) };
  });
}

/** Returns the sightings to add to a history. */
export const sightingsOf = (fields: readonly FieldCoverage[]): FieldSighting[] =>
  fields.flatMap(({ name, state, last }) =>
    state === 'never-seen' || last === undefined ? [] : [{ name, state, at: last }],
  );
