import { member, members } from './node.ts';
import type { Document } from './openapi.ts';

/** The texts of an assumption, in the order in which they are read. */
export const ASSUMPTION_TEXTS = ['statement', 'silence', 'evidence', 'probe'] as const;

/** A decision of the document where its specification is silent: an entry of `x-assumptions`. */
export type Assumption = Record<(typeof ASSUMPTION_TEXTS)[number], string>;

/** Reads the assumptions of a document by id, in its order; a text that is missing is empty. */
export function readAssumptions(document: Document): Map<string, Assumption> {
  const entries = members(document['x-assumptions']).map(([id, entry]) => {
    const texts = ASSUMPTION_TEXTS.map((name) => [name, String(member(entry, name) ?? '')]);
    return [id, Object.fromEntries(texts) as Assumption] as const;
  });
  return new Map(entries);
}
