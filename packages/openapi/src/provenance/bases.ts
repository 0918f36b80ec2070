import type { Document } from '../openapi/openapi.ts';
import { expandPlace, readClauses } from './clauses.ts';
import { type Mark, MEANING, readMarks } from './marks.ts';

/** What a statement of the document rests on: clauses of the specification, or assumptions where it is silent. */
export interface Bases {
  clauses: string[];
  assumptions: string[];
  /** The mark that names the assumptions. */
  mark?: Mark;
}

/** Finds the owners of the statement that a pointer leads to. */
export type FindBasis = (pointer: string) => Bases | undefined;

/**
 * Keywords that say what kind of thing a schema is: they belong to whoever states the schema. Every other keyword narrows
 * it, and needs an owner of its own.
 */
const STRUCTURE = ['type', '$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf'];

/**
 * Reads what the statements of a document rest on.
 * @param document a bundled document
 * @param marks its marks, for callers that have them already
 */
export function basesOf(document: Document, marks: readonly Mark[] = readMarks(document)): FindBasis {
  const owners = new Map<string, Bases>();
  for (const [pointer, clauses] of clausesByPlace(document)) owners.set(pointer, { clauses, assumptions: [] });
  for (const mark of marks) {
    if (mark.key !== MEANING) owners.set(mark.covers, { clauses: [], assumptions: mark.ids, mark });
  }
  return (pointer) => owners.get(pointer) ?? ownerAbove(pointer, owners);
}

/** The clauses that name a place, by the pointer of the place. */
export function clausesByPlace(document: Document): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [id, { places }] of readClauses(document)) {
    for (const pointer of places.flatMap((place) => expandPlace(document, place))) {
      found.set(pointer, [...(found.get(pointer) ?? []), id]);
    }
  }
  return found;
}

/**
 * The owner of what lies above: an assumption covers everything below the place that it marks, a clause only the structure
 * of what it states.
 */
function ownerAbove(pointer: string, owners: Map<string, Bases>): Bases | undefined {
  const keys = pointer.split('/');
  const isStructure = STRUCTURE.includes(keys.at(-1) ?? '');
  // A component is the highest place that can own what is in it: `/components/schemas/Name`.
  for (let length = keys.length - 1; length > 3; length--) {
    const owner = owners.get(keys.slice(0, length).join('/'));
    if (owner && (owner.mark || isStructure)) return owner;
  }
  return undefined;
}
