import { join } from 'node:path';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { readBuilt, writeGenerated } from '@vehicle-lookup/testing/generated';

const table: OperationTable = readBuilt('operation-table.json');
const ids = table.operations.map(({ id }) => `  | '${id}'`).join('\n');

/** Returns the type of an operation's parameters as code, without selectors and credentials. */
const parametersOf = ({ id, parameters }: OperationTable['operations'][number]): string => {
  const members = Object.entries(parameters).map(
    ([name, { required }]) => `${JSON.stringify(name)}${required ? '' : '?'}: string`,
  );
  return `  ${id}: ${members.length === 0 ? 'Record<never, string>' : `{ ${members.join('; ')} }`};`;
};

writeGenerated(
  join(import.meta.dirname, '../src/table.gen.ts'),
  'spec/dist/operation-table.json',
  `import type { OperationTable } from '@vehicle-lookup/openapi/selectors';

/** The operations of the document. */
export type OperationId =
${ids};

/** The parameters that each operation declares, as they are sent. */
export interface OperationParameters {
${table.operations.map(parametersOf).join('\n')}
}

/** The document's operations, in its order. */
export const operationTable: OperationTable<OperationId> = ${JSON.stringify(table, null, 2)};
`,
);
