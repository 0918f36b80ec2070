import { child } from '@vehicle-lookup/selectors';
import type { Document, DocumentedOperation } from '@vehicle-lookup/selectors/document';
import { ownersOf } from '@vehicle-lookup/selectors/provenance';

/** What a request or a finding rests on, by id: a clause of the specification, or an assumption where it is silent. */
export interface RestsOn {
  clause?: string;
  assumption?: string;
}

/** What a declared reply rests on; with the kind of a problem, what rests on it that this problem is refused so. */
export type RestsOfReply = (status: string, kind?: string) => RestsOn;

/** Reads what the declared replies of an operation rest on. */
export function restsOfReplies(document: Document): (operation: DocumentedOperation) => RestsOfReply {
  const ownerOf = ownersOf(document);
  return ({ at, responses }) =>
    (status, kind) => {
      const media = responses.find((response) => response.status === status)?.media[0];
      const example = kind && media ? ownerOf([...media.at, 'examples', kind].reduce<string>(child, '')) : undefined;
      const owner = example?.mark ? example : ownerOf([...at, 'responses', status].reduce<string>(child, ''));
      const [assumption] = owner?.assumptions ?? [];
      const [clause] = owner?.clauses ?? [];
      if (assumption !== undefined) return { assumption };
      return clause === undefined ? {} : { clause };
    };
}
