import { members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';
import { type Visited, walk } from '../openapi/walk.ts';
import { expandKeys } from './element-names.ts';

/** The `x-assumes` key for the meaning of a node or the behaviour of the service, which no keyword of the node states. */
export const MEANING = 'meaning';

/** One entry of an `x-assumes`: a keyword, and the assumptions on which it is based. */
export interface Mark {
  /** Pointer of the node that has the `x-assumes`. */
  node: string;
  /** The keyword, or the path from the node to the covered node: `required`, `responses/403`, `anyOf/bare`, `meaning`. */
  key: string;
  /** Pointer of the covered node; for `meaning`, the pointer of the node itself. */
  covers: string;
  /** IDs of the assumptions. */
  ids: string[];
  /** The value according to the specification alone, from `x-specified`; undefined if it is absent. */
  specified: unknown;
}

/**
 * Returns every mark of a document, in document order.
 * @param nodes the objects of the document, if the caller already has them
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

/** Returns the pointer of the covered node, or the literal pointer if no node matches, which the lint rule reports. */
function coveredBy(node: unknown, pointer: string, key: string): string {
  if (key === MEANING) return pointer;
  const keys = keysOf(`/${key}`);
  const [below] = expandKeys(node, '', keys);
  return below === undefined ? keys.reduce<string>(child, pointer) : pointer + below;
}

/** Returns the IDs in a value that is an ID or a list of IDs. */
export const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
