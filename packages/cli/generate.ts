import { join } from 'node:path';
import {
  bodyForms,
  type Document,
  type DocumentedResponse,
  jsonOf,
  member,
  operationDescription,
  operationTable,
  type ResolvedSchema,
  readOperations,
  resolveSchema,
} from '@vehicle-lookup/openapi';
import { readBuilt, writeGenerated } from '@vehicle-lookup/testing/generated';

/** Generates the operations for the commands: summaries, descriptions, inputs and records, in document order. */
const document: Document = readBuilt('openapi.json');
const { operations: entries } = operationTable(document);

const operations = readOperations(document).map(({ id, node, parameters, responses }) => {
  const rules = entries.find((entry) => entry.id === id)?.parameters ?? {};
  const inputs = Object.entries(rules).map(([name, { type }]) => ({
    name,
    description: parameters.find((parameter) => parameter.name === name)?.node.description ?? '',
    type,
  }));
  // The paragraphs about the query are omitted, because the command builds the query.
  const description = operationDescription(node.description ?? '').about.join('\n\n');
  const { component: record, schema } = recordOf(responses) ?? {};
  return { id, summary: node.summary ?? id, description, inputs, record, columns: columnsOf(schema, '') };
});

/** Returns the schema of a successful response's payload (the array or object in the envelope), or of the payload's elements. */
function recordOf(responses: readonly DocumentedResponse[]): ResolvedSchema | undefined {
  const success = responses.find(({ status }) => status === '200');
  const media = success && jsonOf(success);
  const [full] = media ? bodyForms(document, media.schema, media.at) : [];
  const members = Object.values(full?.schema.properties ?? {}).map((node) => resolveSchema(document, node));
  const payload = members.find(({ schema }) => schema.type === 'array' || schema.type === 'object');
  const elements = member(payload?.schema, 'items');
  return elements === undefined ? payload : resolveSchema(document, elements);
}

/** Returns the CSV columns of a record: one column per field, and additional columns for the numbers in a quantity. */
function columnsOf(node: unknown, path: string): string[] {
  const { schema } = resolveSchema(document, node);
  const elements = member(schema, 'items');
  if (elements !== undefined) return columnsOf(elements, path);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0)
    return [path, ...(member(schema, 'x-quantity') === 'value' ? [`${path}.min`, `${path}.max`] : [])];
  return fields.flatMap(([name, field]) => columnsOf(field, path === '' ? name : `${path}.${name}`));
}

writeGenerated(
  join(import.meta.dirname, 'src/operations.gen.ts'),
  'spec/dist/openapi.json',
  `import type { CommandOperation } from './operation.ts';

/** The document's operations, in its order. */
export const operations: CommandOperation[] = ${JSON.stringify(operations, null, 2)};`,
);
