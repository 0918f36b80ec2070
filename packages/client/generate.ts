import { join } from 'node:path';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { emitSelectors } from './generate/selectors.ts';

/** Emits the selectors of the document, see generate/selectors.ts. */
const table = readBuilt('operation-table.json');
const document = readBuilt('operations.json');
const text = emitSelectors(table, document, '@vehicle-lookup/types');
writeGenerated(join(import.meta.dirname, 'src/selectors.gen.ts'), 'spec/dist/operation-table.json', text);
