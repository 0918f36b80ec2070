import { members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';
import { type Visited, walk } from '../openapi/walk.ts';
import { expandKeys } from './element-names.ts';

/**
 * The key of an `x-assumes` that covers what a node means or how the service behaves, where no keyword of the node states it.
 */
export const MEANING = 'meaning';

/** One entry of an `x-assumes`: what rests on assumptions, and on which. */
export interface Mark {
  /** Pointer of the node that carries it. */
  node: string;
  /** The keyword, or the path from the node to what is covered: `required`, `responses/403`, `anyOf/bare`, `meaning`. */
  key: string;
  /** Pointer of what it covers; that of the node for `meaning`. */
  covers: string;
  /** Assumptions by id. */
  ids: string[];
  /** What the specification alone says of the keyword, from `x-specified`; undefined: nothing. */
  specified: unknown;
}

/**
 * Every mark of a document, in its order.
 * @param nodes its objects, for callers that have them already
 */
export function readMarks(document: Document, nodes: Iterable<Visited> = walk(document)): Mark[] {
  return [...nodes].flatMap(({ node, at: place, named }) => {
    if (named || !('x-assumes' in node)) return [];
    const pointer = place.reduce<string>(child, '');
    return members(node['x-assumes']).map(([key, ids]): Mark => {
      const specified = at(node, `/x-specified/${key}`);
      return { node: pointer, key, covers: coveredBy(node, pointer, key), ids: idsOf(ids), specified };
    });
  });
}

/** Where nothing is found, the pointer that the key spells: the lint rule reports it. */
function coveredBy(node: unknown, pointer: string, key: string): string {
  if (key === MEANING) return pointer;
  const keys = keysOf(`/${key}`);
  const [below] = expandKeys(node, '', keys);
  return below === undefined ? keys.reduce<string>(child, pointer) : pointer + below;
}

/** An id, or a list of ids. */
export const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
