import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles, readFiles } from './support/files.ts';
import { scratchCopy } from './support/scratch.ts';

test('the document is given the version of its package, and nothing else changes', () => {
  const scratch = scratchCopy();
  try {
    const manifest = join(scratch.root, 'spec/package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "7.8.9"'));
    const before = readFiles(scratch.root);
    const document = readFileSync(join(scratch.root, 'spec/openapi.yaml'), 'utf8');
    const { status, stderr } = spawnSync(process.execPath, [join(scratch.root, 'scripts/sync-version.ts')], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(changedFiles(before, readFiles(scratch.root))).toEqual(['spec/openapi.yaml']);
    const after = readFileSync(join(scratch.root, 'spec/openapi.yaml'), 'utf8');
    expect(after).toBe(document.replace(/ {2}version: .*/, '  version: 7.8.9'));
  } finally {
    scratch.remove();
  }
});
