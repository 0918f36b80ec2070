import { readMarks } from '@vehicle-lookup/selectors/provenance';
import { operationNames } from './reach.ts';
import type { Side } from './rule.ts';

/** The places that rest on an assumption, sorted. */
export const placesOf = ({ document }: Side, id: string): string[] =>
  readMarks(document)
    .filter(({ ids }) => ids.includes(id))
    .map(({ node, key, covers }) => (key === 'meaning' ? node : covers))
    .sort();

/** The operations that rest on an assumption. */
export const operationsOn = (side: Side, id: string): string[] =>
  operationNames(placesOf(side, id).flatMap((place) => side.usesOf(place)));
