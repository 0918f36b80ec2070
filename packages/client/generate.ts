import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { emitSelectors } from './generate/selectors.ts';

/** Emits the selectors of the document, see generate/selectors.ts. */
const root = join(import.meta.dirname, '../..');

function read(source: string): ReturnType<typeof JSON.parse> {
  const file = join(root, source);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  console.error(`${source} is missing: expected what spec/build.ts makes. Run \`pnpm generate\`.`);
  process.exit(1);
}

const table = read('spec/dist/operation-table.json');
const document = read('spec/dist/operations.json');
const text = emitSelectors(table, document, '@vehicle-lookup/types');
writeGenerated(join(import.meta.dirname, 'src/selectors.gen.ts'), 'spec/dist/operation-table.json', text);
