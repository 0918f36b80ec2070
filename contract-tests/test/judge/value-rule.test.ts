import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { loadValueRules } from '../../src/judge/value-rule.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
  writeFileSync(join(directory, 'first.js'), 'export const rules = [];\n');
});

test('a file of the directory has the value rules of the operation of its name', async () => {
  expect([...(await loadValueRules(directory, ['first']))]).toEqual([['first', { rules: [] }]]);
});

test('an operation without a file has no value rules', async () => {
  expect([...(await loadValueRules(directory, ['first', 'second'])).keys()]).toEqual(['first']);
});

test('a file that is not named after an operation stops the run', async () => {
  await expect(loadValueRules(directory, [])).rejects.toThrow(
    'value rules without an operation: first; rename the file',
  );
});

test('a file without rules stops the run', async () => {
  writeFileSync(join(directory, 'second.js'), 'export const rule = [];\n');
  await expect(loadValueRules(directory, ['first', 'second'])).rejects.toThrow(
    'value-rules/second exports no list named rules',
  );
});
