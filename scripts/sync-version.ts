import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Changesets bump the version in package.json. This script copies the version to the document.
const spec = join(import.meta.dirname, '../spec');
const { version } = JSON.parse(readFileSync(join(spec, 'package.json'), 'utf8'));
const file = join(spec, 'openapi.yaml');
const text = readFileSync(file, 'utf8');
// Replace only the first `version` below `info`.
const synced = text.replace(/^(info:\n(?: {2}.*\n)*? {2}version: ).*$/m, `$1${version}`);
if (!synced.includes(`\n  version: ${version}\n`)) {
  console.error('spec/openapi.yaml: expected a line `  version: …` under `info`, found none; add the line.');
  process.exit(1);
}
writeFileSync(file, synced);

// Copy the version to the usage files of the programs in this repository.
const root = join(import.meta.dirname, '..');
for (const name of globSync('{packages,examples}/*/vehicle-lookup.usage.json', { cwd: root })) {
  const usage = JSON.parse(readFileSync(join(root, name), 'utf8'));
  usage.contract.version = version;
  usage.consumer.version = JSON.parse(readFileSync(join(root, name, '../package.json'), 'utf8')).version;
  writeFileSync(join(root, name), `${JSON.stringify(usage, null, 2)}\n`);
}

// The clients in all languages have the same version.
for (const name of globSync('packages/client/{python/pyproject.toml,{python,php}/{README.md,src/**/*.{py,php}}}', {
  cwd: root,
})) {
  const client = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'));
  const text = readFileSync(join(root, name), 'utf8');
  const stated = text
    .replace(/^((?:__)?version(?:__)?) = .*$/m, `$1 = "${client.version}"`)
    .replace(/(const VERSION =) .*;$/m, `$1 '${client.version}';`)
    .replace(/^VERSION=.*$/m, `VERSION=${client.version}`);
  writeFileSync(join(root, name), stated);
}
