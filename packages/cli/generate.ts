import { join } from 'node:path';
import { type Document, operationTable, readOperations } from '@vehicle-lookup/document';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';

/** Emits the operations for the commands: summaries, descriptions and inputs, in the document's order. */
const document: Document = readBuilt('openapi.json');
const { operations: entries } = operationTable(document);

const operations = readOperations(document).map(({ id, node, parameters }) => {
  const rules = entries.find((entry) => entry.id === id)?.parameters ?? {};
  const inputs = Object.entries(rules).map(([name, { type }]) => ({
    name,
    description: parameters.find((parameter) => parameter.name === name)?.node.description ?? '',
    type,
  }));
  // The paragraph about the query is left out: a command builds it.
  const paragraphs = (node.description ?? '').split(/\n{2,}/).filter((text) => !text.startsWith('Request:'));
  const description = paragraphs.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n\n');
  return { id, summary: node.summary ?? id, description, inputs };
});

writeGenerated(
  join(import.meta.dirname, 'src/operations.gen.ts'),
  'spec/dist/openapi.json',
  `import type { Operation } from './operation.ts';

/** The document's operations, in its order. */
export const operations: Operation[] = ${JSON.stringify(operations, null, 2)};`,
);
