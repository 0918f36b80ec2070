import {
  at,
  child,
  type Document,
  isRecord,
  isReference,
  items,
  keysOf,
  METHODS,
  members,
} from '@vehicle-lookup/openapi';

export type Direction = 'request' | 'response';

/** That an operation sends or returns something. */
export interface Use {
  operation: string;
  direction: Direction;
}

/** Finds the operations that a place of the document concerns. */
export type FindUses = (pointer: string) => Use[];

/** An operation of a document and the places that are its own. */
export interface OperationNode {
  id: string;
  /** What requests are sent to; the names of path parameters do not count (OpenAPI 3.1, 4.8.8). */
  address: string;
  /** The place of its path item. */
  item: string;
  pointer: string;
  node: Record<string, unknown>;
  /** What a webhook receives is a response to its sender: the directions are exchanged. */
  isWebhook: boolean;
}

const REQUEST_PARTS = ['parameters', 'requestBody', 'security', 'servers', 'callbacks'];

/**
 * Reads which operations reach which parts of a document through its references. The references of a place are read once; which
 * operations lead to a place is found from there, backwards.
 * @param hasSelectors the operations are those of components.pathItems
 */
export function findUses(document: Document, hasSelectors: boolean): FindUses {
  const operations = operationsOf(document, hasSelectors);
  const all = operations.flatMap(({ id }): Use[] => [
    { operation: id, direction: 'request' },
    { operation: id, direction: 'response' },
  ]);
  /** What the parts of operations are about, as numbers of `all`. */
  const parts = new Map<string, number[]>();
  for (const [index, operation] of operations.entries()) {
    for (const [place, directions] of partsOf(document, operation)) {
      const numbers = directions.map((direction) => 2 * index + (direction === 'request' ? 0 : 1));
      parts.set(place, [...(parts.get(place) ?? []), ...numbers]);
    }
  }
  const holders = holdersOf(document, parts.keys());
  const places = new Set([...parts.keys(), ...holders.keys()]);
  const sorted = [...places].sort();
  const known = new Map<string, Use[]>();
  return (pointer) => {
    if (isAboutAll(pointer, hasSelectors)) return all;
    const own = [...outerPlaces(pointer).filter((place) => places.has(place)), ...placesWithin(sorted, pointer)];
    const key = own.join(' ');
    const found = known.get(key) ?? usesOf(own);
    known.set(key, found);
    return found;
  };

  function usesOf(waiting: string[]): Use[] {
    const seen = new Set(waiting);
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      for (const holder of holders.get(place) ?? []) {
        if (seen.has(holder)) continue;
        seen.add(holder);
        waiting.push(holder);
      }
    }
    const numbers = new Set([...seen].flatMap((place) => parts.get(place) ?? []));
    return [...numbers].sort((a, b) => a - b).flatMap((number) => all[number] ?? []);
  }
}

/** A place and all that it is in. */
function outerPlaces(pointer: string): string[] {
  const keys = pointer.split('/');
  return keys.map((_, index) => keys.slice(0, index + 1).join('/'));
}

/** Of sorted places those that are in another one: they stand together. */
function placesWithin(sorted: readonly string[], outer: string): string[] {
  const start = `${outer}/`;
  let [first, end] = [0, sorted.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((sorted[middle] ?? '') < start) first = middle + 1;
    else end = middle;
  }
  let last = first;
  while (sorted[last]?.startsWith(start)) last++;
  return sorted.slice(first, last);
}

/** For each place that something refers to, the places that refer to it. */
function holdersOf(document: Document, from: Iterable<string>): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  const waiting = [...from];
  const seen = new Set(waiting);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const reference of referencesIn(at(document, place))) {
      if (!reference.startsWith('#/')) continue;
      const target = reference.slice(1);
      holders.set(target, [...(holders.get(target) ?? []), place]);
      if (seen.has(target)) continue;
      seen.add(target);
      waiting.push(target);
    }
  }
  return holders;
}

/** The names of operations, each once and in the document's order. */
export const operationNames = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ operation }) => operation))];

export const directionsOf = (uses: readonly Use[]): Direction[] => [...new Set(uses.map(({ direction }) => direction))];

/** What stands outside of components and paths concerns every operation; so does the query operation. */
function isAboutAll(pointer: string, hasSelectors: boolean): boolean {
  const [root = ''] = keysOf(pointer);
  return hasSelectors ? root !== 'components' : !['components', 'paths', 'webhooks'].includes(root);
}

/** The operations of a document. */
export function operationsOf(document: Document, hasSelectors: boolean): OperationNode[] {
  const groups: [pointer: string, group: unknown][] = hasSelectors
    ? [['/components/pathItems', document.components?.pathItems]]
    : [
        ['/paths', document.paths],
        ['/webhooks', document.webhooks],
      ];
  return groups.flatMap(([pointer, group]) =>
    members(group).flatMap(([name, item]) => {
      const place = isReference(item) ? item.$ref.slice(1) : child(pointer, name);
      return methodsOf(document, place).map(({ method, pointer: own, node }) => {
        const id = hasSelectors ? name : String(node.operationId ?? `${method.toUpperCase()} ${name}`);
        const address = `${pointer} ${method} ${hasSelectors ? name : name.replaceAll(/\{[^}]*\}/g, '{}')}`;
        return { id, address, item: place, pointer: own, node, isWebhook: pointer === '/webhooks' };
      });
    }),
  );
}

/** The operations of a path item; `query` and `additionalOperations` are those of OpenAPI 3.2. */
function methodsOf(document: Document, item: string) {
  const places = [
    ...[...METHODS, 'query'].map((method) => [method, child(item, method)] as const),
    ...members(at(document, child(item, 'additionalOperations'))).map(
      ([method]) => [method.toLowerCase(), child(child(item, 'additionalOperations'), method)] as const,
    ),
  ];
  return places.flatMap(([method, pointer]) => {
    const node = at(document, pointer);
    return isRecord(node) ? [{ method, pointer, node }] : [];
  });
}

/** The places that an operation has for itself, and whether each is about its request or its response. */
function* partsOf(
  document: Document,
  { pointer, item, node, isWebhook }: OperationNode,
): Generator<[place: string, directions: Direction[]]> {
  const directions = (part: string): Direction[] => {
    const isRequest = REQUEST_PARTS.includes(part) !== isWebhook;
    return part === 'responses' || REQUEST_PARTS.includes(part)
      ? [isRequest ? 'request' : 'response']
      : ['request', 'response'];
  };
  for (const [part] of members(node)) yield [child(pointer, part), directions(part)];
  // Parameters of a path item belong to every method of the path.
  for (const part of ['parameters', 'servers']) {
    if (at(document, child(item, part)) !== undefined) yield [child(item, part), directions(part)];
  }
  for (const requirement of items(node.security ?? document.security)) {
    for (const [name] of members(requirement)) yield [child('/components/securitySchemes', name), ['request']];
  }
}

/** The references in a node, as they are written. A name in the mapping of a discriminator is one as well. */
export function referencesIn(root: unknown): Set<string> {
  const found = new Set<string>();
  const waiting = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'object') waiting.push(value);
      else if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') found.add(value);
      if (key !== 'mapping') continue;
      for (const [, name] of members(value)) {
        if (typeof name === 'string') found.add(name.startsWith('#') ? name : child('#/components/schemas', name));
      }
    }
  }
  return found;
}
