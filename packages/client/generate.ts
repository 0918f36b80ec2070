import { join } from 'node:path';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { modules } from './generate/modules.ts';

const table = readBuilt('operation-table.json');
const document = readBuilt('operations.json');
for (const [path, emit] of Object.entries(modules)) {
  const file = join(import.meta.dirname, `src/${path}.gen.ts`);
  writeGenerated(file, 'spec/dist/operations.json', emit(table, document));
}
