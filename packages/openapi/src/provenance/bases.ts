import type { Document } from '../openapi/openapi.ts';
import { expandPlace, readClauses } from './clauses.ts';
import { type Mark, MEANING, readMarks } from './marks.ts';

/** The basis of a statement in the document: clauses of the specification, or assumptions where the specification is silent. */
export interface Bases {
  clauses: string[];
  assumptions: string[];
  /** The mark that names the assumptions. */
  mark?: Mark;
}

/** Returns the basis of the statement at a JSON Pointer. */
export type FindBasis = (pointer: string) => Bases | undefined;

/**
 * Keywords that state the type of a schema. They have the same basis as the schema. Every other keyword restricts the schema
 * and requires a separate basis.
 */
const STRUCTURE = ['type', '$ref', 'properties', 'items', 'allOf', 'anyOf', 'oneOf'];

/**
 * Returns a function that finds the basis of each statement in a document.
 * @param document a bundled document
 * @param marks the marks of the document, if the caller already has them
 */
export function basesOf(document: Document, marks: readonly Mark[] = readMarks(document)): FindBasis {
  const owners = new Map<string, Bases>();
  for (const [pointer, clauses] of clausesByPlace(document)) owners.set(pointer, { clauses, assumptions: [] });
  for (const mark of marks) {
    if (mark.key !== MEANING) owners.set(mark.covers, { clauses: [], assumptions: mark.ids, mark });
  }
  return (pointer) => owners.get(pointer) ?? ownerAbove(pointer, owners);
}

/** Returns the IDs of the clauses for each place, by JSON Pointer. */
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
 * Returns the basis inherited from an ancestor. An assumption covers everything below the marked node; a clause covers only the
 * structure that the clause states.
 */
function ownerAbove(pointer: string, owners: Map<string, Bases>): Bases | undefined {
  const keys = pointer.split('/');
  const isStructure = STRUCTURE.includes(keys.at(-1) ?? '');
  // A component, such as `/components/schemas/Name`, is the highest node whose basis applies to its content.
  for (let length = keys.length - 1; length > 3; length--) {
    const owner = owners.get(keys.slice(0, length).join('/'));
    if (owner && (owner.mark || isStructure)) return owner;
  }
  return undefined;
}
