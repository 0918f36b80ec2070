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

/** Use of a part of the document in an operation's requests or responses. */
export interface Use {
  operation: string;
  direction: Direction;
}

/** Finds the operations that use a part of the document. */
export type FindUses = (pointer: string) => Use[];

/** An operation in a document, with its pointers. */
export interface OperationNode {
  id: string;
  /** Method and path without the names of path parameters, which are not significant (OpenAPI 3.1, 4.8.8). */
  address: string;
  /** Pointer to the operation's path item. */
  item: string;
  pointer: string;
  node: Record<string, unknown>;
  /** Whether the operation is a webhook. The service sends webhook requests, so the directions are reversed. */
  isWebhook: boolean;
}

const REQUEST_PARTS = ['parameters', 'requestBody', 'security', 'servers', 'callbacks'];

/**
 * Returns a function that finds the operations that reach a part of the document through references. All references are read once; the
 * function follows them backwards.
 * @param hasSelectors whether the operations are in components.pathItems
 */
export function findUses(document: Document, hasSelectors: boolean): FindUses {
  const operations = operationsOf(document, hasSelectors);
  const all = operations.flatMap(({ id }): Use[] => [
    { operation: id, direction: 'request' },
    { operation: id, direction: 'response' },
  ]);
  /** Indexes of entries in `all`, by the pointer to a part of an operation. */
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

/** Returns a pointer and the pointers to all its parents. */
function outerPlaces(pointer: string): string[] {
  const keys = pointer.split('/');
  return keys.map((_, index) => keys.slice(0, index + 1).join('/'));
}

/** Returns the sorted pointers that are below another pointer. They are adjacent in the list, so a binary search finds the first. */
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

/** Returns the pointers that refer to each reference target. */
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

/** Returns the operation names in document order, without duplicates. */
export const operationNames = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ operation }) => operation))];

export const directionsOf = (uses: readonly Use[]): Direction[] => [...new Set(uses.map(({ direction }) => direction))];

/** Returns whether a part affects all operations: any part outside components and paths, and the query operation. */
function isAboutAll(pointer: string, hasSelectors: boolean): boolean {
  const [root = ''] = keysOf(pointer);
  return hasSelectors ? root !== 'components' : !['components', 'paths', 'webhooks'].includes(root);
}

/** Returns the operations of a document. */
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

/** Returns the operations of a path item, including `query` and `additionalOperations` from OpenAPI 3.2. */
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

/** Yields the pointers to the parts of an operation, each with the directions that the part affects. */
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
  // The parameters and servers of a path item apply to every method of the path.
  for (const part of ['parameters', 'servers']) {
    if (at(document, child(item, part)) !== undefined) yield [child(item, part), directions(part)];
  }
  for (const requirement of items(node.security ?? document.security)) {
    for (const [name] of members(requirement)) yield [child('/components/securitySchemes', name), ['request']];
  }
}

/** Returns the references in a node as written, including the schema names in discriminator mappings. */
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
