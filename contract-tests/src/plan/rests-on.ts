import type { Document, DocumentedOperation } from '@vehicle-lookup/document';
import { child } from '@vehicle-lookup/document';
import { ownersOf } from '@vehicle-lookup/document/provenance';
import type { Owner } from '@vehicle-lookup/selectors';

/** Reads the clause that states an operation. */
export function clauseOfOperation(document: Document): (operation: DocumentedOperation) => Owner {
  const ownerOf = ownersOf(document);
  return ({ at }) => {
    const [clause] = ownerOf(at.reduce<string>(child, ''))?.clauses ?? [];
    return clause === undefined ? {} : { clause };
  };
}

/** Reads what the declared replies of an operation rest on, by status. */
export function restsOfReplies(document: Document): (operation: DocumentedOperation) => (status: string) => Owner {
  const ownerOf = ownersOf(document);
  return ({ at }) =>
    (status) => {
      const owner = ownerOf([...at, 'responses', status].reduce<string>(child, ''));
      const [[assumption], [clause]] = [owner?.assumptions ?? [], owner?.clauses ?? []];
      if (assumption !== undefined) return { assumption };
      return clause === undefined ? {} : { clause };
    };
}
