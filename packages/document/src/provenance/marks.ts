import { members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';
import { walk } from '../openapi/walk.ts';

/**
 * The key of an `x-assumes` that covers what a node means or how the service behaves, where no keyword of the node states it.
 */
export const MEANING = 'meaning';

/** One entry of an `x-assumes`: what rests on assumptions, and on which. */
export interface Mark {
  /** Pointer of the node that carries it. */
  node: string;
  /** The keyword, or the path from the node to what is covered: `required`, `responses/403`, `meaning`. */
  key: string;
  /** Pointer of what it covers; that of the node for `meaning`. */
  covers: string;
  /** Assumptions by id. */
  ids: string[];
  /** What the specification alone says of the keyword, from `x-specified`; undefined: nothing. */
  specified: unknown;
}

/** Every mark of a document, in its order. */
export function readMarks(document: Document): Mark[] {
  return [...walk(document)].flatMap(({ node, at: place, named }) => {
    if (named) return [];
    const pointer = place.reduce<string>(child, '');
    return members(node['x-assumes']).map(([key, ids]): Mark => {
      const specified = at(node, `/x-specified/${key}`);
      return { node: pointer, key, covers: coveredBy(pointer, key), ids: idsOf(ids), specified };
    });
  });
}

const coveredBy = (pointer: string, key: string): string =>
  key === MEANING ? pointer : keysOf(`/${key}`).reduce<string>(child, pointer);

/** An id, or a list of ids. */
export const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
