import { join } from 'node:path';
import type { OperationEntry, OperationTable } from '@vehicle-lookup/selectors';
import {
  type Document,
  dereference,
  METHODS,
  type Operation,
  type Parameter,
} from '@vehicle-lookup/selectors/document';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';

/** Emits what the help texts and the reading of words need: summaries and inputs, in the document's order. */
const table: OperationTable = readBuilt('operation-table.json');
const document: Document = readBuilt('operations.json');

const stated = Object.values(document.paths ?? {}).flatMap((item) => {
  const methods = dereference(document, item);
  return METHODS.flatMap((method) => methods[method] ?? []);
}) as (Operation & { summary?: string })[];

function command({ id, parameters }: OperationEntry): unknown {
  const operation = stated.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`${id}: expected a path of that operationId, found none`);
  const described = (operation.parameters ?? []).map((parameter): Parameter & { description?: string } =>
    dereference(document, parameter),
  );
  return {
    id,
    summary: operation.summary ?? id,
    description: operation.description ?? '',
    inputs: Object.entries(parameters).map(([name, { type }]) => ({
      name,
      description: described.find((parameter) => parameter.name === name)?.description ?? '',
      type,
    })),
  };
}

writeGenerated(
  join(import.meta.dirname, 'src/operations.gen.ts'),
  'spec/dist/operation-table.json',
  `import type { Operation } from './operation.ts';

/** The document's operations, in its order. */
export const operations: Operation[] = ${JSON.stringify(table.operations.map(command), null, 2)};`,
);
