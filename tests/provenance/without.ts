import type { Document } from '@vehicle-lookup/openapi';
import { at, child, keysOf } from '@vehicle-lookup/openapi';
import { clausesByPlace, readMarks, specifiedOnly } from '@vehicle-lookup/openapi/provenance';

type Node = Record<string, unknown>;

/** Returns the document without one assumption. The parts that depend on the assumption then match the specification. */
export function withoutAssumption(source: Document, id: string): Document {
  const document = structuredClone(source);
  for (const { node, key, ids } of readMarks(document)) {
    if (!ids.includes(id)) delete (at(document, node) as { 'x-assumes': Node })['x-assumes'][key];
  }
  return specifiedOnly(document);
}

/** Returns the document without one clause: the clause's schemas accept everything, and the clause's keywords are removed. */
export function withoutClause(source: Document, id: string): Document {
  const document = structuredClone(source);
  // Start at the end, so that the indices of lists do not change.
  const places = [...clausesByPlace(source)]
    .filter(([place, ids]) => ids.includes(id) && place.startsWith('/components/schemas/'))
    .map(([place]) => place);
  for (const place of places.toSorted().reverse()) {
    const keys = keysOf(place);
    const last = keys.at(-1) ?? '';
    const holder = at(document, keys.slice(0, -1).reduce<string>(child, '')) as Node | unknown[] | undefined;
    if (holder === undefined) continue;
    const kind = keys.at(-2) ?? '';
    if (kind === 'required') (holder as unknown[]).splice(Number(last), 1);
    else if (['schemas', 'properties', 'anyOf', 'oneOf', 'allOf'].includes(kind) || last === 'items') {
      (holder as Node)[last] = {};
    } else delete (holder as Node)[last];
  }
  return document;
}

/** Returns every assumption ID in marks. */
export const assumptionsIn = (document: Document): string[] => [
  ...new Set(readMarks(document).flatMap(({ ids }) => ids)),
];
