import { at } from '../pointer.ts';
import { isReference } from './node.ts';
import { type Document, DocumentError, type Reference } from './openapi.ts';

/**
 * Follows the `$ref`s of a node inside one bundled document.
 * @throws DocumentError when a reference leads nowhere or in a circle
 */
export function dereference<T>(document: Document, node: T | Reference): T {
  let current: unknown = node;
  for (const seen = new Set<string>(); isReference(current); ) {
    const { $ref } = current;
    if (seen.has($ref)) throw new DocumentError(`${$ref} refers to itself`, []);
    seen.add($ref);
    current = target(document, $ref);
    if (current === undefined) throw new DocumentError(`${$ref} refers to nothing in the document`, []);
  }
  return current as T;
}

/** What a reference within the document (`#/…`) leads to, or undefined. */
export const target = (document: unknown, ref: string): unknown => at(document, ref.replace(/^#/, ''));
