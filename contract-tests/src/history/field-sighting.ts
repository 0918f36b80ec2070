import { groupBy } from '../group-by.ts';

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
  [...groupBy(sightings, ({ name, state }) => `${state} ${name}`).values()].flatMap((alike) =>
    alike.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, 1),
  );

/** What sightings say of each field: one with a value outweighs those without. */
export function coverageOf(
  fields: readonly Pick<FieldCoverage, 'name' | 'operations'>[],
  sightings: readonly FieldSighting[],
): FieldCoverage[] {
  const byName = groupBy(newestSightings(sightings), ({ name }) => name);
  return fields.map(({ name, operations }) => {
    const seen = byName.get(name) ?? [];
    const best = seen.find(({ state }) => state === 'with-value') ?? seen[0];
    return best
      ? { name, operations, state: best.state, last: best.at }
      : { name, operations, state: 'never-seen' as const };
  });
}

/** What a covered field adds to a history. */
export const sightingsOf = (fields: readonly FieldCoverage[]): FieldSighting[] =>
  fields.flatMap(({ name, state, last }) =>
    state === 'never-seen' || last === undefined ? [] : [{ name, state, at: last }],
  );
