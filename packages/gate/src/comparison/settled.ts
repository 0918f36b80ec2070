import { at } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { type Comparison, placesOf } from './rule.ts';

/**
 * Whether what rested on an assumption rests on clauses now: the specification has settled it. A place without a keyword of
 * its own is settled by a clause that is new or names it.
 */
export function isSettled({ base, revision }: Comparison, id: string): boolean {
  const places = placesOf(base, id).filter((place) => at(revision.document, place) !== undefined);
  const known = readClauses(base.document);
  const fresh = [...readClauses(revision.document)].filter(([clause]) => !known.has(clause));
  const isNamed = (place: string) => fresh.some(([, { places: named }]) => named.includes(`#${place}`));
  return places.length > 0 && places.every((place) => isNamed(place) || isOfClause(revision.basisOf(place)));
}

const isOfClause = (owner: { clauses: string[] } | undefined): boolean => (owner?.clauses.length ?? 0) > 0;
