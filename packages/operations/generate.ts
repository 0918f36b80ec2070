import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import type { OperationTable } from '../../spec/plugin/operation-table.types.ts';

// The table's types stand in one file, the plugin's; the package carries them along with the data.
const table: OperationTable = readBuilt('operation-table.json');
const types = readFileSync(join(import.meta.dirname, '../../spec/plugin/operation-table.types.ts'), 'utf8');
const ids = table.operations.map(({ id }) => `  | '${id}'`).join('\n');

writeGenerated(
  join(import.meta.dirname, 'src/table.gen.ts'),
  'spec/dist/operation-table.json',
  `${types}
/** The operations of the document. */
export type OperationId =
${ids};

/** The document's operations, in its order. */
export const operationTable: OperationTable<OperationId> = ${JSON.stringify(table, null, 2)};
`,
);
