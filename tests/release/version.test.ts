import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';

const FILES = ['package.json', 'scripts/sync-version.ts', 'spec/openapi.yaml', 'spec/package.json'];

test('the document gets the version of its package, and nothing else changes', async () => {
  const copy = temporaryDirectory();
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  for (const file of FILES) cpSync(join(root, file), join(copy, file));
  writeFileSync(
    join(copy, 'spec/package.json'),
    read('spec/package.json').replace(/"version": "[^"]*"/, '"version": "7.8.9"'),
  );
  const before = FILES.map(read);
  expect(await run(join(copy, 'scripts/sync-version.ts'))).toMatchObject({ code: 0, err: '' });
  const after = before.map((text, index) =>
    FILES[index] === 'spec/openapi.yaml' ? text.replace(/ {2}version: .*/, '  version: 7.8.9') : text,
  );
  expect(FILES.map(read)).toEqual(after);
  expect(
    readdirSync(copy, { recursive: true })
      .filter((file) => String(file).includes('.'))
      .sort(),
  ).toEqual(FILES);
});
