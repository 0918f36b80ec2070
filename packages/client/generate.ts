import { join } from 'node:path';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { modules } from './generate/modules.ts';
import { readClientModel } from './generate/operations.ts';

const model = readClientModel(readBuilt('openapi.json'));
for (const [path, emit] of Object.entries(modules)) {
  writeGenerated(join(import.meta.dirname, `src/${path}.gen.ts`), 'spec/dist/openapi.json', emit(model));
}
