import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyOverlay } from './contract/overlay.ts';

// Adds to dist/ the files that the compiler does not write: the SQL files, and the service's contract (the API contract with the
// additions in overlay.yaml).
const FILE = 'apps/service/overlay.yaml';
const directory = import.meta.dirname;
try {
  for (const file of globSync('**/*.sql', { cwd: join(directory, 'src') })) {
    cpSync(join(directory, 'src', file), join(directory, 'dist', file));
  }
  const document = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/openapi.json')), 'utf8'),
  );
  const contract = applyOverlay(document, readFileSync(join(directory, 'overlay.yaml'), 'utf8'), FILE);
  writeFileSync(join(directory, 'dist/openapi.json'), `${JSON.stringify(contract, null, 2)}\n`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
