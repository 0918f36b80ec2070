import { type Document, DocumentError, type Json } from '../openapi/openapi.ts';
import { requestTable } from './operation-table.ts';
import { jsonOf, readOperations } from './read-operations.ts';

/** A body that the document shows. */
export interface ExampleBody {
  /** The operation's id. */
  operation: string;
  status: string;
  /** The name of the example: of a success the envelope, of an error what is wrong. */
  name: string;
  summary: string | undefined;
  body: Json | undefined;
}

/** Every example of a JSON body of every operation, in the document's order. */
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
 * A valid query of an operation, as the document shows it: its required parameters, without the credentials.
 * @throws DocumentError when the document has no such operation
 */
export function exampleQuery(document: Document, id: string): Record<string, string> {
  const { credentials } = requestTable(document);
  const operation = readOperations(document).find((one) => one.id === id);
  if (!operation) throw new DocumentError(`components.pathItems: expected an operation ${id}, found none`, []);
  const required = operation.parameters.filter((one) => one.required && !credentials.includes(one.name));
  return Object.fromEntries(required.map(({ name, selector, example }) => [name, selector ?? String(example)]));
}
