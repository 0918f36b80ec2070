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
} from '@vehicle-lookup/document';

export type Direction = 'request' | 'reply';

/** That an operation sends or returns something. */
export interface Use {
  operation: string;
  direction: Direction;
}

/** Finds the operations that a place of the document concerns. */
export type FindUses = (pointer: string) => Use[];

/** An operation of a document and the places that are its own. */
interface OperationNode {
  id: string;
  pointer: string;
  node: Record<string, unknown>;
  /** What a webhook receives is a reply to its sender: the directions are exchanged. */
  isWebhook: boolean;
}

const REQUEST_PARTS = ['parameters', 'requestBody', 'security', 'servers', 'callbacks'];

/**
 * Reads which operations reach which parts of a document through its references. What a place refers to is read once, however many
 * operations lead to it.
 * @param hasSelectors the operations are those of components.pathItems
 */
export function findUses(document: Document, hasSelectors: boolean): FindUses {
  const operations = operationsOf(document, hasSelectors);
  const uses = operations.flatMap(({ id }): Use[] => [
    { operation: id, direction: 'request' },
    { operation: id, direction: 'reply' },
  ]);
  /** The uses of a place that an operation reaches, and of a place in which there is one, as numbers of `uses`. */
  const [reached, around] = [new Map<string, Set<number>>(), new Map<string, Set<number>>()];
  const targets = targetReader(document);
  for (const [index, operation] of operations.entries()) {
    for (const [place, direction] of reachedBy(document, operation, targets)) {
      const number = 2 * index + (direction === 'request' ? 0 : 1);
      if (addTo(reached, place, number)) for (const outer of outerPlaces(place)) addTo(around, outer, number);
    }
  }
  return (pointer) => {
    if (isAboutAll(pointer, hasSelectors)) return uses;
    const found = [...outerPlaces(pointer).map((outer) => reached.get(outer)), around.get(pointer)];
    const numbers = new Set(found.flatMap((some) => [...(some ?? [])]));
    return [...numbers].sort((a, b) => a - b).flatMap((number) => uses[number] ?? []);
  };
}

/** @returns false if it was there already */
function addTo(map: Map<string, Set<number>>, place: string, number: number): boolean {
  const known = map.get(place) ?? new Set();
  if (known.has(number)) return false;
  map.set(place, known.add(number));
  return true;
}

/** A place and all that it is in. */
function outerPlaces(pointer: string): string[] {
  const keys = pointer.split('/');
  return keys.map((_, index) => keys.slice(0, index + 1).join('/'));
}

/** The names of operations, each once and in the document's order. */
export const operationNames = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ operation }) => operation))];

export const directionsOf = (uses: readonly Use[]): Direction[] => [...new Set(uses.map(({ direction }) => direction))];

/** What stands outside of components and paths concerns every operation; so does the wire operation. */
function isAboutAll(pointer: string, hasSelectors: boolean): boolean {
  const [root = ''] = keysOf(pointer);
  return hasSelectors ? root !== 'components' : !['components', 'paths', 'webhooks'].includes(root);
}

function operationsOf(document: Document, hasSelectors: boolean): OperationNode[] {
  const groups: [pointer: string, group: unknown][] = hasSelectors
    ? [['/components/pathItems', document.components?.pathItems]]
    : [
        ['/paths', document.paths],
        ['/webhooks', document.webhooks],
      ];
  return groups.flatMap(([pointer, group]) =>
    members(group).flatMap(([name, item]) => {
      const place = isReference(item) ? item.$ref.slice(1) : child(pointer, name);
      return members(at(document, place)).flatMap(([method, node]) => {
        if (!METHODS.includes(method) || !isRecord(node)) return [];
        const id = hasSelectors ? name : String(node.operationId ?? `${method.toUpperCase()} ${name}`);
        return [{ id, pointer: child(place, method), node, isWebhook: pointer === '/webhooks' }];
      });
    }),
  );
}

/** Every place that an operation states or refers to, and whether it is about its request or its reply. */
function* reachedBy(
  document: Document,
  { pointer, node, isWebhook }: OperationNode,
  targets: (place: string) => ReadonlySet<string>,
): Generator<[place: string, direction: Direction]> {
  const found = { request: new Set<string>(), reply: new Set<string>() };
  const own: [string, Direction][] = [];
  const read = (place: string, part: string) => {
    const isRequest = REQUEST_PARTS.includes(part) !== isWebhook;
    const directions: Direction[] =
      part === 'responses' || REQUEST_PARTS.includes(part) ? [isRequest ? 'request' : 'reply'] : ['request', 'reply'];
    for (const direction of directions) {
      own.push([place, direction]);
      const waiting = [place];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        for (const target of targets(next)) {
          if (found[direction].has(target)) continue;
          found[direction].add(target);
          waiting.push(target);
        }
      }
    }
  };
  for (const [part] of members(node)) read(child(pointer, part), part);
  // Parameters beside the method are those of every method of the path.
  const item = pointer.slice(0, pointer.lastIndexOf('/'));
  for (const part of ['parameters', 'servers']) {
    if (at(document, child(item, part)) !== undefined) read(child(item, part), part);
  }
  yield* own;
  for (const requirement of items(node.security ?? document.security)) {
    for (const [name] of members(requirement)) yield [child('/components/securitySchemes', name), 'request'];
  }
  for (const direction of ['request', 'reply'] as const) {
    for (const target of found[direction]) yield [target, direction];
  }
}

/** Reads what a place refers to, each place once. */
function targetReader(document: Document): (place: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (place) => {
    const targets = known.get(place) ?? new Set(targetsIn(at(document, place)));
    known.set(place, targets);
    return targets;
  };
}

/** The places that a node refers to, data excepted. */
function* targetsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if (isReference(node) && node.$ref.startsWith('#')) yield node.$ref.slice(1);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'mapping') for (const [, name] of members(value)) yield* mappedTo(name);
    yield* targetsIn(value);
  }
}

function* mappedTo(name: unknown): Generator<string> {
  if (typeof name !== 'string') return;
  yield name.startsWith('#') ? name.slice(1) : child('/components/schemas', name);
}
