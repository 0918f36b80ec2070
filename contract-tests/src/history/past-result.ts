import { defined } from '../defined.ts';
import { groupBy } from '../group-by.ts';

/** The last judged response to a planned request, in one of several runs. */
export interface PastResult {
  /** The id of the request. */
  id: string;
  operation: string;
  /** The expected status. */
  status: string;
  /** The id of the clause or assumption that the expected response rests on. */
  clause?: string;
  assumption?: string;
  state: 'pass' | 'fail';
  /** When its run began, RFC 3339 in UTC. */
  at: string;
  /** Whether recorded traffic showed it, not a run. */
  isTraffic?: true;
}

/** What the requests of a run saw. */
export const resultsOf = (
  made: readonly (Omit<PastResult, 'state' | 'at' | 'isTraffic'> & { state: string })[],
  at: string,
): PastResult[] =>
  made.flatMap(({ id, operation, status, clause, assumption, state }) =>
    state === 'pass' || state === 'fail' ? [defined({ id, operation, status, clause, assumption, state, at })] : [],
  );

/** The newest result of every request. */
export const newest = (results: readonly PastResult[]): PastResult[] => newestOf(results, ({ id }) => id);

/** The newest of those with the same key. */
const newestOf = <Seen extends { at: string }>(all: readonly Seen[], keyOf: (one: Seen) => string): Seen[] => {
  const inTime = all.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return [...new Map(inTime.map((one) => [keyOf(one), one])).values()];
};

/** When each request was last made, by its id, in milliseconds since the epoch. */
export const lastMade = (results: readonly PastResult[]): Map<string, number> =>
  new Map(results.map(({ id, at }) => [id, Date.parse(at)]));

/** Valid responses that recorded traffic has shown since the last run: no run needs to pay for them. */
export function shownByTraffic(results: readonly PastResult[]): ReadonlySet<string> {
  const lastRun = results.reduce((last, { at, isTraffic }) => (!isTraffic && at > last ? at : last), '');
  return new Set(
    results.flatMap(({ id, at, state, isTraffic }) => (isTraffic && state === 'pass' && at > lastRun ? id : [])),
  );
}

/** When a field of the document's records was seen in a response: with a value, or empty. */
export interface FieldSighting {
  /** `Vehicle.fuel` */
  name: string;
  state: 'with-value' | 'only-empty';
  /** RFC 3339 in UTC. */
  at: string;
}

/** What is known of one field of the document's records. */
export interface FieldCoverage {
  /** The schema that has the field, and its name: `Vehicle.fuel`. */
  name: string;
  /** The operations whose responses have it. */
  operations: string[];
  state: 'never-seen' | FieldSighting['state'];
  /** When it was last seen so, RFC 3339 in UTC; absent if it never was. */
  last?: string;
}

/** The newest sighting of each field in each state. */
export const newestSightings = (sightings: readonly FieldSighting[]): FieldSighting[] =>
  newestOf(sightings, ({ name, state }) => `${state} ${name}`);

/** What sightings say of each field: one with a value outweighs those without. */
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

/** What a covered field adds to a history. */
export const sightingsOf = (fields: readonly FieldCoverage[]): FieldSighting[] =>
  fields.flatMap(({ name, state, last }) =>
    state === 'never-seen' || last === undefined ? [] : [{ name, state, at: last }],
  );
