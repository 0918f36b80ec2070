import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { loadCases } from '../../src/judge/cases.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  writeFileSync(join(folder, 'first.js'), 'export const checks = [];\n');
});

test('a file of the directory is the case of the operation of its name', async () => {
  expect([...(await loadCases(folder, ['first']))]).toEqual([['first', { checks: [] }]]);
});

test('an operation without a case stops the run', async () => {
  await expect(loadCases(folder, ['first', 'second'])).rejects.toThrow(
    'no contract case for second; expected contract-tests/cases/<operationId>.ts for every operation',
  );
});

test('a case without an operation stops the run', async () => {
  await expect(loadCases(folder, [])).rejects.toThrow('a contract case without an operation: first');
});

test('a case without checks stops the run', async () => {
  writeFileSync(join(folder, 'second.js'), 'export const check = [];\n');
  await expect(loadCases(folder, ['first', 'second'])).rejects.toThrow('exports no list named checks');
});
