import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyOverlay } from './overlay.ts';

// The contract of this service: the interface, and what overlay.yaml adds to it.
const FILE = 'apps/service/overlay.yaml';
const directory = join(import.meta.dirname, '..');
try {
  const document = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/openapi.json')), 'utf8'),
  );
  const contract = applyOverlay(document, readFileSync(join(directory, 'overlay.yaml'), 'utf8'), FILE);
  writeFileSync(join(directory, 'dist/openapi.json'), `${JSON.stringify(contract, null, 2)}\n`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
