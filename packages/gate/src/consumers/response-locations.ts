import { at, child, type Document, isRecord, isReference, keysOf, members } from '@vehicle-lookup/openapi';
import { operationsOf } from '../comparison/reach.ts';

/** A location in a response: a field, `''` for the whole body, `header:NAME`, or `header:*` for all headers. */
export interface ResponsePlace {
  /** Status as written in the document: `200`, `4XX`, `default`. */
  status: string;
  place: string;
}

/** Response locations, and the rest of the pointer inside the schema at these locations. */
export interface FoundPlaces {
  places: ResponsePlace[];
  rest: string[];
}

/** Finds the locations in an operation's responses that a pointer refers to. */
export type FindResponsePlaces = (operation: string, pointer: string) => FoundPlaces | undefined;

/** Returns a function that finds response locations. @param hasSelectors whether the operations are in components.pathItems */
export function responsePlaces(document: Document, hasSelectors: boolean): FindResponsePlaces {
  const nodes = new Map(operationsOf(document, hasSelectors).map((operation) => [operation.id, operation]));
  const known = new Map<string, Map<string, ResponsePlace[]>>();
  return (operation, pointer) => {
    const node = nodes.get(operation);
    if (!node) return undefined;
    const all = known.get(operation) ?? placesBelow(document, child(node.pointer, 'responses'));
    known.set(operation, all);
    // Finds the nearest schema, header or response that contains the pointer.
    const keys = keysOf(pointer);
    for (let length = keys.length; length > 0; length--) {
      const places = all.get(keys.slice(0, length).reduce(child, ''));
      if (places) return { places, rest: keys.slice(length) };
    }
    return undefined;
  };
}

/** Returns the response locations of each pointer below an operation's responses. Recursive schemas are entered only once. */
function placesBelow(document: Document, responses: string): Map<string, ResponsePlace[]> {
  const found = new Map<string, ResponsePlace[]>();
  for (const [status] of members(at(document, responses))) {
    const seen = (pointer: string, place: string): void => {
      found.set(pointer, [...(found.get(pointer) ?? []), { status, place }]);
    };
    visitResponse(child(responses, status), seen);
  }
  return found;

  function visitResponse(pointer: string, seen: (pointer: string, place: string) => void): void {
    seen(pointer, '');
    const node: unknown = at(document, pointer);
    if (isReference(node)) visitResponse(node.$ref.slice(1), seen);
    if (!isRecord(node) || isReference(node)) return;
    if (isRecord(node.headers)) seen(child(pointer, 'headers'), 'header:*');
    for (const [name] of members(node.headers)) {
      for (let place = [pointer, 'headers', name].reduce(child); ; ) {
        seen(place, `header:${name.toLowerCase()}`);
        const header: unknown = at(document, place);
        if (!isReference(header)) break;
        place = header.$ref.slice(1);
      }
    }
    for (const [type] of members(node.content)) {
      visitSchema(['content', type, 'schema'].reduce(child, pointer), '', [], seen);
    }
  }

  function visitSchema(
    pointer: string,
    place: string,
    within: string[],
    seen: (pointer: string, place: string) => void,
  ): void {
    const node: unknown = at(document, pointer);
    if (!isRecord(node) || within.includes(pointer)) return;
    seen(pointer, place);
    const inner = [...within, pointer];
    const visit = (key: string, at: string) => visitSchema(child(pointer, key), at, inner, seen);
    if (isReference(node)) visitSchema(node.$ref.slice(1), place, inner, seen);
    for (const [name] of members(node.properties)) {
      visitSchema([pointer, 'properties', name].reduce(child), place === '' ? name : `${place}.${name}`, inner, seen);
    }
    if (isRecord(node.items)) visit('items', `${place}[]`);
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) {
      const list: unknown = node[keyword];
      if (!Array.isArray(list)) continue;
      const below = keyword === 'prefixItems' ? `${place}[]` : place;
      for (const index of list.keys()) visitSchema([pointer, keyword, `${index}`].reduce(child), below, inner, seen);
    }
  }
}
