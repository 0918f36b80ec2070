import { isRecord, isReference } from './node.ts';
import type { Document } from './openapi.ts';
import { target } from './reference.ts';

/** The key that lists the keywords based on assumptions. */
const MARKS = 'x-assumes';

/** A node and the base for its relative references. */
export interface Place<From> {
  node: unknown;
  from: From;
}

/** Returns the target of a reference; undefined if the target does not exist. */
export type Resolve<From> = (ref: string, from: From) => Place<From> | undefined;

/**
 * Returns a copy of a document in which every `$ref` is replaced by its target, merged with the sibling keywords of the
 * `$ref` (OpenAPI 3.1, "Reference Object" and JSON Schema 2020-12, 8.2.3.1). A reference without a target becomes an empty
 * object; Redocly reports the reference.
 *
 * Each node is copied once. Two references to the same node return the same object, and a recursive schema becomes a cycle
 * of objects instead of an endless tree.
 */
export function inline<From>(root: Place<From>, resolve: Resolve<From>): unknown {
  const copies = new Map<unknown, unknown>();

  function copy(place: Place<From>): unknown {
    const { node, from } = place;
    if (typeof node !== 'object' || node === null) return node;
    if (copies.has(node)) return copies.get(node);
    if (Array.isArray(node)) {
      const list: unknown[] = [];
      copies.set(node, list);
      for (const item of node) list.push(copy({ node: item, from }));
      return list;
    }
    const chain = referenceChain(place, resolve);
    const target = chain.at(-1) as Place<From>;
    const bare = chain.slice(0, -1).every((link) => Object.keys(link.node as object).length === 1);
    if (target !== place && (bare || !isRecord(target.node))) return copy(target);
    const object: Record<string, unknown> = {};
    copies.set(node, object);
    for (const link of chain.toReversed()) {
      for (const [key, value] of Object.entries(link.node as object)) {
        if (key === '$ref' && isReference(link.node)) continue;
        const copied = copy({ node: value, from: link.from });
        // The `x-assumes` entries of the target also apply to the merged node.
        object[key] = key === MARKS && isRecord(copied) ? { ...Object(object[key]), ...copied } : copied;
      }
    }
    return object;
  }

  return copy(root);
}

/** Returns a node and the targets of its chain of `$ref`s, in order. A circular chain ends before the first repeated node. */
export function referenceChain<From>(place: Place<From>, resolve: Resolve<From>): Place<From>[] {
  const chain = [place];
  for (let last = place; isReference(last.node); ) {
    const next = resolve(last.node.$ref, last.from);
    if (!next || chain.some((link) => link.node === next.node)) break;
    chain.push(next);
    last = next;
  }
  return chain;
}

/** Returns a bundled document, or one of its nodes, in which every `$ref` is replaced by its target. */
export const inlined = <T = Document>(document: Document, node: unknown = document): T =>
  inline({ node, from: undefined }, (ref) => ({ node: target(document, ref), from: undefined })) as T;
