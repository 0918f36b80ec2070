import type { Document } from '@vehicle-lookup/openapi';
import { at, child, keysOf } from '@vehicle-lookup/openapi';
import { clausesByPlace, readMarks, specifiedOnly } from '@vehicle-lookup/openapi/provenance';

type Node = Record<string, unknown>;

/** The document without one assumption: parts that rest on it are as the specification states them. */
export function withoutAssumption(source: Document, id: string): Document {
  const document = structuredClone(source);
  for (const { node, key, ids } of readMarks(document)) {
    if (!ids.includes(id)) delete (at(document, node) as { 'x-assumes': Node })['x-assumes'][key];
  }
  return specifiedOnly(document);
}

/** The document without what one clause states in schemas: those accept everything, keywords are gone. */
export function withoutClause(source: Document, id: string): Document {
  const document = structuredClone(source);
  // From the end, so that the indices of lists stay what they are.
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

/** Every id that marks name. */
export const assumptionsIn = (document: Document): string[] => [
  ...new Set(readMarks(document).flatMap(({ ids }) => ids)),
];
