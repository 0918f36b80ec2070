import { items, member, members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';

/** The string fields of an assumption, in reading order. */
export const ASSUMPTION_TEXTS = ['statement', 'silence', 'evidence', 'probe'] as const;

/** The strengths of an assumption: seen in public responses or samples, inferred from the specification, or chosen. */
export const STRENGTHS = ['seen', 'inferred', 'chosen'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** An entry of `x-assumptions`: a decision on a question that the specification leaves open. */
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
