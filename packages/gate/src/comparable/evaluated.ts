import { isDeepStrictEqual } from 'node:util';
import { at, child, type Document, isRecord, isReference, items, referenceTo, walk } from '@vehicle-lookup/openapi';

/** What they allow depends on the fields or elements that other keywords deal with. */
const ASKING = ['unevaluatedProperties', 'unevaluatedItems'];
const ANSWERING = [...ASKING, 'additionalProperties', 'patternProperties', 'items', 'prefixItems', 'contains'];

/** Keywords whose schemas are about the same value; what stands in `not` tells nothing to what is around it. */
const ONE = ['if', 'then', 'else'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];

const known = new WeakMap<Document, ReadonlySet<string>>();

/**
 * Whether a keyword opens a schema around it: `additionalProperties: true` says nothing by itself, but within `unevaluatedProperties:
 * false` it deals with every field, so that none is rejected (JSON Schema 2020-12, 11.2 and 11.3).
 * @param place of the schema that has the keyword, in the document
 */
export function opens(document: Document, place: string, keyword: string, value: unknown): boolean {
  if (!ANSWERING.includes(keyword) || isAsking(keyword, value) || isDeepStrictEqual(value, { not: {} })) return false;
  const places = known.get(document) ?? placesAround(document);
  known.set(document, places);
  return places.has(place);
}

/** Whether a keyword asks for fields or elements of which none is left, because another one of its schema deals with all. */
export const isIdle = (keyword: string, schema: Readonly<Record<string, unknown>>): boolean =>
  (keyword === 'unevaluatedProperties' && 'additionalProperties' in schema) ||
  (keyword === 'unevaluatedItems' && 'items' in schema);

/**
 * The keyword that says the same of a schema in which nothing else is about its value, but for what is listed beside it;
 * undefined for other keywords and schemas.
 */
export function plainKeyword(keyword: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const isAlone = !['$ref', ...ONE, ...LISTS, 'dependentSchemas', 'contains'].some((key) => key in schema);
  return isAlone ? PLAIN[keyword] : undefined;
}
const PLAIN: Readonly<Record<string, string>> = {
  unevaluatedProperties: 'additionalProperties',
  unevaluatedItems: 'items',
};

const isAsking = (keyword: string, value: unknown): boolean =>
  ASKING.includes(keyword) && value !== true && !isDeepStrictEqual(value, {});

/** The schemas that ask, the schemas of their `allOf` and such, and what these refer to. */
function placesAround(document: Document): ReadonlySet<string> {
  const places = new Set<string>();
  const add = (node: unknown, place: string): void => {
    if (!isRecord(node) || places.has(place)) return;
    places.add(place);
    if (isReference(node)) {
      const target = node.$ref.slice(1);
      add(at(document, target), target);
    }
    for (const key of ONE) add(node[key], child(place, key));
    for (const key of LISTS) {
      for (const [index, one] of items(node[key]).entries()) add(one, child(child(place, key), index));
    }
    for (const [name, one] of Object.entries(Object(node.dependentSchemas))) {
      add(one, child(child(place, 'dependentSchemas'), name));
    }
  };
  for (const { node, at: keys, named } of walk(document)) {
    const isClosed = ASKING.some((key) => key in node && isAsking(key, node[key]) && !isIdle(key, node));
    if (!named && isClosed) add(node, referenceTo(keys).slice(1));
  }
  return places;
}
