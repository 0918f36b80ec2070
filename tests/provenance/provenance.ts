import { type Document, type Path, referenceTo } from '@vehicle-lookup/openapi';
import { clausesByPlace, MEANING, readMarks } from '@vehicle-lookup/openapi/provenance';
import { type Basis, basisText } from '@vehicle-lookup/openapi/selectors';

/** What the marks and clauses of a document say of its places. A place without an owner is an error of the test. */
export interface Provenance {
  /** The assumption that covers a place. */
  assumption(place: Path): Basis;
  /** The assumption in the `meaning` of a node. */
  meaning(node: Path): Basis;
  /** The clause that names a place. */
  clause(place: Path): Basis;
}

export function provenanceOf(document: Document): Provenance {
  const clauses = clausesByPlace(document);
  const marks = readMarks(document);
  const found = (place: Path, owner: Basis): Basis => {
    if (basisText(owner) === '') throw new Error(`${referenceTo(place)} has no owner of the kind that is expected`);
    return owner;
  };
  const markOf = (place: Path, isMeaning: boolean): Basis => {
    const mark = marks.find(
      ({ covers, key }) => (key === MEANING) === isMeaning && `#${covers}` === referenceTo(place),
    );
    return found(place, mark?.ids[0] === undefined ? {} : { assumption: mark.ids[0] });
  };
  return {
    assumption: (place) => markOf(place, false),
    meaning: (node) => markOf(node, true),
    clause: (place) => {
      const [clause] = clauses.get(referenceTo(place).slice(1)) ?? [];
      return found(place, clause === undefined ? {} : { clause });
    },
  };
}
