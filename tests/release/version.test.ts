import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';

const FILES = [
  'package.json',
  'packages/client/package.json',
  'packages/client/php/README.md',
  'packages/client/php/src/VehicleLookup.gen.php',
  'packages/client/python/README.md',
  'packages/client/python/pyproject.toml',
  'packages/client/python/src/vehicle_lookup/__init__.py',
  'scripts/sync-version.ts',
  'spec/openapi.yaml',
  'spec/package.json',
];

test('only the versions change in the document and in the clients for other languages', async () => {
  const copy = temporaryDirectory();
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const replace = (file: string, pattern: RegExp, text: string) =>
    writeFileSync(join(copy, file), read(file).replace(pattern, text));
  for (const file of FILES) cpSync(join(root, file), join(copy, file));
  replace('spec/package.json', /"version": "[^"]*"/, '"version": "7.8.9"');
  replace('packages/client/package.json', /"version": "[^"]*"/, '"version": "4.5.6"');
  const before = FILES.map(read);
  expect(await run(join(copy, 'scripts/sync-version.ts'))).toMatchObject({ code: 0, err: '' });
  const after = before.map((text, index) => {
    if (FILES[index] === 'spec/openapi.yaml') return text.replace(/ {2}version: .*/, '  version: 7.8.9');
    if (FILES[index]?.endsWith('.md')) return text.replace(/^VERSION=.*/m, 'VERSION=4.5.6');
    if (FILES[index]?.endsWith('.php')) return text.replace(/VERSION = '.*'/, "VERSION = '4.5.6'");
    if (FILES[index]?.endsWith('.py')) return text.replace(/^__version__ = .*/m, '__version__ = "4.5.6"');
    return FILES[index]?.endsWith('.toml') ? text.replace(/^version = .*/m, 'version = "4.5.6"') : text;
  });
  expect(FILES.map(read)).toEqual(after);
  expect(
    readdirSync(copy, { recursive: true })
      .filter((file) => String(file).includes('.'))
      .sort(),
  ).toEqual(FILES);
});
