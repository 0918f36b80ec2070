import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Changesets bump package.json; the document states the same version to its readers.
const spec = join(import.meta.dirname, '../spec');
const { version } = JSON.parse(readFileSync(join(spec, 'package.json'), 'utf8'));
const file = join(spec, 'openapi.yaml');
const text = readFileSync(file, 'utf8');
// The first `version` below `info`; everything else stays as it is written.
const synced = text.replace(/^(info:\n(?: {2}.*\n)*? {2}version: ).*$/m, `$1${version}`);
if (!synced.includes(`\n  version: ${version}\n`)) {
  console.error('spec/openapi.yaml: expected a line `  version: …` under `info`, found none; write it again.');
  process.exit(1);
}
writeFileSync(file, synced);
