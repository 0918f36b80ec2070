import { paths, query } from 'jsonpathly';
import type { Document } from '../index.ts';

/** An OpenAPI Overlay action, which changes every node that its target matches. */
export interface OverlayAction {
  /** A JSONPath (RFC 9535). */
  target: string;
  description?: string;
  /** The value to merge into the target: object fields are merged, lists are appended, and any other value replaces the target. */
  update?: unknown;
  /** If true, the target is removed and `update` is ignored. */
  remove?: boolean;
}

/** An error in an action. */
export interface OverlayFault {
  /** Index of the action. */
  action: number;
  /** The invalid field; undefined if the whole action is invalid. */
  member?: 'target';
  message: string;
}

/** Reports overlay actions that cannot be applied. */
export class OverlayError extends Error {
  readonly faults: readonly OverlayFault[];

  constructor(faults: readonly OverlayFault[]) {
    super(faults.map(({ action, message }) => `actions[${action}]: ${message}`).join('\n'));
    this.faults = faults;
  }
}

/**
 * Applies the actions of an OpenAPI Overlay (version 1.0 or 1.1, without `copy`) to a document, in order.
 * @param actions parsed JSON or YAML, whose structure is validated
 * @returns the changed document; the source is not changed
 * @throws OverlayError for invalid actions, and for targets without a match
 */
export function applyActions(document: Document, actions: readonly unknown[]): Document {
  const wrong = actions.flatMap((action, index) => faultOf(action, index) ?? []);
  if (wrong.length > 0) throw new OverlayError(wrong);
  // The document is the field `$`, so that the document itself can be a target.
  const holder = { $: structuredClone(document) };
  const unmatched = (actions as OverlayAction[]).flatMap(({ target, update, remove }, action): OverlayFault[] => {
    const places = paths(holder.$, target).map((path): Key[] => ['$', ...keysOfPath(path)]);
    if (places.length === 0) {
      const message = `target ${target} has no match; ${knownInstead(holder.$, target)}`;
      return [{ action, member: 'target', message }];
    }
    // In reverse order, because removing a list element shifts the elements after it.
    for (const place of places.toReversed()) {
      if (remove) removeAt(holder, place);
      else updateAt(holder, place, update);
    }
    return [];
  });
  if (unmatched.length > 0) throw new OverlayError(unmatched);
  return holder.$;
}

function faultOf(value: unknown, action: number): OverlayFault | undefined {
  const { target, update, remove } = Object(value);
  if (typeof target !== 'string' || !target.startsWith('$'))
    return { action, message: `target: expected a JSONPath that begins with $, got ${JSON.stringify(target)}` };
  if (update === undefined && remove !== true) return { action, message: 'expected update, or remove: true' };
  return isPath(target) ? undefined : { action, message: `target ${target} is not a JSONPath (RFC 9535)` };
}

function isPath(target: string): boolean {
  try {
    query({}, target);
    return true;
  } catch {
    return false;
  }
}

type Key = string | number;

/** Returns the keys of a normalised JSONPath, such as `$['paths']['/api/'][0]`. */
const keysOfPath = (path: string): Key[] =>
  [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : name.replace(/\\(.)/g, '$1'),
  );

/** Returns the parent of a location and the last key of the location. */
function holderOf(root: unknown, place: readonly Key[]): [Record<Key, unknown> | unknown[], Key] {
  const parent = place.slice(0, -1).reduce((value, key) => (value as Record<Key, unknown>)[key], root);
  return [parent as Record<Key, unknown> | unknown[], place.at(-1) ?? ''];
}

function removeAt(root: unknown, place: readonly Key[]): void {
  const [parent, key] = holderOf(root, place);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function updateAt(root: unknown, place: readonly Key[], update: unknown): void {
  const [parent, key] = holderOf(root, place) as [Record<Key, unknown>, Key];
  parent[key] = merged(parent[key], update);
}

function merged(value: unknown, update: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(update)) return [...value, ...structuredClone(update)];
  if (!isObject(value) || !isObject(update)) return structuredClone(update);
  const members = Object.entries(update).map(([name, more]) => [name, merged(value[name], more)]);
  return { ...value, ...Object.fromEntries(members) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the longest existing prefix of a target and the keys at this location, for a message. */
function knownInstead(document: Document, target: string): string {
  const steps = target.match(/\.\.?[^.[]+|\[[^\]]*\]/g) ?? [];
  for (let length = steps.length - 1; length > 0; length--) {
    const path = `$${steps.slice(0, length).join('')}`;
    const found = isPath(path) ? query(document, path, { returnArray: true }) : [];
    const [first] = Array.isArray(found) ? found : [];
    if (first !== undefined) return `${path} has ${Object.keys(Object(first)).join(', ') || 'nothing'}`;
  }
  return `$ has ${Object.keys(document).join(', ')}`;
}
