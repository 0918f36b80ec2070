import { join } from 'node:path';
import type { OperationTable } from '@vehicle-lookup/selectors';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';

const table: OperationTable = readBuilt('operation-table.json');
const ids = table.operations.map(({ id }) => `  | '${id}'`).join('\n');

writeGenerated(
  join(import.meta.dirname, 'src/table.gen.ts'),
  'spec/dist/operation-table.json',
  `import type { OperationTable } from '@vehicle-lookup/selectors';

/** The operations of the document. */
export type OperationId =
${ids};

/** The document's operations, in its order. */
export const operationTable: OperationTable<OperationId> = ${JSON.stringify(table, null, 2)};
`,
);
