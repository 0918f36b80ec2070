import { items, member, members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';

/** The string fields of an assumption, in reading order. */
export const ASSUMPTION_TEXTS = ['statement', 'silence', 'evidence', 'probe'] as const;

/** The basis of an assumption: public responses and samples, the wording of the specification, or a choice. */
export const STRENGTHS = ['seen', 'inferred', 'chosen'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** A decision of the document where its specification is silent: an entry of `x-assumptions`. */
export interface Assumption extends Record<(typeof ASSUMPTION_TEXTS)[number], string> {
  /** IDs of the clauses that leave the question open. */
  clauses: string[];
  strength: Strength | undefined;
}

/** Returns the assumptions of a document by ID, in document order. A missing field becomes an empty string. */
export function readAssumptions(document: Document): Map<string, Assumption> {
  const entries = members(document['x-assumptions']).map(([id, entry]): [string, Assumption] => {
    const texts = ASSUMPTION_TEXTS.map((name) => [name, String(member(entry, name) ?? '')]);
    const clauses = items(member(entry, 'clauses')).map(String);
    const strength = STRENGTHS.find((one) => one === member(entry, 'strength'));
    return [id, { ...Object.fromEntries(texts), clauses, strength } as Assumption];
  });
  return new Map(entries);
}
