import { type Document, errorForm, readWireOperation, referenceTo } from '@vehicle-lookup/document';
import { ownersOf } from '@vehicle-lookup/document/provenance';
import type { Json, Owner } from '@vehicle-lookup/selectors';

/** What the document says of statuses and errors, as code. */
export function statusCode(document: Document): string {
  const failure: Record<string, Json> = errorForm(document).fixed;
  const { clauses, assumptions } =
    ownersOf(document)(referenceTo([...readWireOperation(document).at, 'responses']).slice(1)) ?? {};
  const undeclared: Owner = assumptions?.[0]
    ? { assumption: assumptions[0] }
    : clauses?.[0]
      ? { clause: clauses[0] }
      : {};
  return `import type { Json, Owner } from '@vehicle-lookup/selectors';

/** The constants of an error body: a body with them tells of a failure. */
export const failure: Record<string, Json> = ${JSON.stringify(failure)};

/** What a status breaks that the operation does not declare. */
export const undeclaredStatus: Owner = ${JSON.stringify(undeclared)};
`;
}
