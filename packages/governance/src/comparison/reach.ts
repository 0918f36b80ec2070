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

/** A place that an operation refers to, with everything below it. */
interface ReachedPlace extends Use {
  pointer: string;
}

const REQUEST_PARTS = ['parameters', 'requestBody', 'security', 'servers', 'callbacks'];

/**
 * Reads which operations reach which parts of a document through its references.
 * @param hasSelectors the operations are those of components.pathItems
 */
export function findUses(document: Document, hasSelectors: boolean): FindUses {
  const operations = operationsOf(document, hasSelectors);
  const reached = operations.flatMap((operation) => reachedBy(document, operation));
  const all = operations.flatMap(({ id }): Use[] => [
    { operation: id, direction: 'request' },
    { operation: id, direction: 'reply' },
  ]);
  return (pointer) => {
    if (isAboutAll(pointer, hasSelectors)) return all;
    const uses = reached.filter((one) => isWithin(pointer, one.pointer) || isWithin(one.pointer, pointer));
    const names = new Map(
      uses.map(({ operation, direction }) => [`${direction} ${operation}`, { operation, direction }]),
    );
    return [...names.values()];
  };
}

/** The names of operations, each once and in the document's order. */
export const operationNames = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ operation }) => operation))];

export const directionsOf = (uses: readonly Use[]): Direction[] => [...new Set(uses.map(({ direction }) => direction))];

/** What stands outside of components and paths concerns every operation; so does the wire operation. */
function isAboutAll(pointer: string, hasSelectors: boolean): boolean {
  const [root = ''] = keysOf(pointer);
  return hasSelectors ? root !== 'components' : !['components', 'paths', 'webhooks'].includes(root);
}

const isWithin = (pointer: string, outer: string): boolean => pointer === outer || pointer.startsWith(`${outer}/`);

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

function reachedBy(document: Document, { id, pointer, node, isWebhook }: OperationNode): ReachedPlace[] {
  const found = new Map<string, ReachedPlace>();
  const follow = (value: unknown, direction: Direction): void => {
    for (const target of targetsIn(value)) {
      const key = `${direction} ${target}`;
      if (found.has(key)) continue;
      found.set(key, { pointer: target, operation: id, direction });
      follow(at(document, target), direction);
    }
  };
  const own: ReachedPlace[] = [];
  const read = (value: unknown, place: string, part: string) => {
    const isRequest = REQUEST_PARTS.includes(part) !== isWebhook;
    const directions: Direction[] =
      part === 'responses' || REQUEST_PARTS.includes(part) ? [isRequest ? 'request' : 'reply'] : ['request', 'reply'];
    for (const direction of directions) {
      own.push({ pointer: place, operation: id, direction });
      follow(value, direction);
    }
  };
  for (const [part, value] of members(node)) read(value, child(pointer, part), part);
  // Parameters beside the method are those of every method of the path.
  const item = pointer.slice(0, pointer.lastIndexOf('/'));
  for (const part of ['parameters', 'servers']) {
    const value = at(document, child(item, part));
    if (value !== undefined) read(value, child(item, part), part);
  }
  for (const requirement of items(node.security ?? document.security)) {
    for (const [name] of members(requirement)) {
      own.push({ pointer: child('/components/securitySchemes', name), operation: id, direction: 'request' });
    }
  }
  return [...own, ...found.values()];
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
