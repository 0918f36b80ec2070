import { type Document, DocumentError, type Json } from '../openapi/openapi.ts';
import { requestTable } from './operation-table.ts';
import { jsonOf, readOperations } from './read-operations.ts';

/** An example body in the document. */
export interface ExampleBody {
  /** The operation ID. */
  operation: string;
  status: string;
  /** Name of the example: the envelope of a successful response, or the kind of error. */
  name: string;
  summary: string | undefined;
  body: Json | undefined;
}

/** Returns the JSON example bodies of all operations, in document order. */
export const exampleBodies = (document: Document): ExampleBody[] =>
  readOperations(document).flatMap(({ id, responses }) =>
    responses.flatMap((response) =>
      (jsonOf(response)?.examples ?? []).map(({ name, summary, value }) => ({
        operation: id,
        status: response.status,
        name,
        summary,
        body: value,
      })),
    ),
  );

/**
 * Returns an example query for an operation, with its required parameters except the credentials.
 * @throws DocumentError if the document does not have the operation
 */
export function exampleQuery(document: Document, id: string): Record<string, string> {
  const { credentials } = requestTable(document);
  const operation = readOperations(document).find((one) => one.id === id);
  if (!operation) throw new DocumentError(`components.pathItems: expected an operation ${id}, found none`, []);
  const required = operation.parameters.filter((one) => one.required && !credentials.includes(one.name));
  return Object.fromEntries(required.map(({ name, selector, example }) => [name, selector ?? String(example)]));
}
