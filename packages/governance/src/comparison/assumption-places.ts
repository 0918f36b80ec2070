import { operationNames } from './reach.ts';
import type { Side } from './rule.ts';

/** The places that rest on an assumption, sorted. */
export const placesOf = ({ marks }: Side, id: string): string[] =>
  marks
    .filter(({ ids }) => ids.includes(id))
    .map(({ covers }) => covers)
    .sort();

/** The operations that rest on an assumption. */
export const operationsOn = (side: Side, id: string): string[] =>
  operationNames(placesOf(side, id).flatMap((place) => side.usesOf(place)));
