import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readRecords, withChanges } from '../src/changes.ts';

const change = (impact: string, operations: string[], what: string, next = 'Nothing.') => ({
  impact,
  operations,
  what,
  next,
});

test('what releases changed stands in the introduction: the latest first, by operation, with what a caller has to do', () => {
  const directory = join(temporaryDirectory(), 'changes');
  mkdirSync(directory);
  const write = (version: string, changes: unknown[]) =>
    writeFileSync(join(directory, `${version}.json`), JSON.stringify({ version, changes }));
  write('0.9.0', [change('minor', ['getFluids'], 'A member was added.')]);
  write('0.10.0', [
    change('major', ['getFluids', 'getVehicle'], 'A member was removed.', 'Read the other one.'),
    change('patch', ['getFluids'], 'A text was changed.'),
  ]);
  write('0.11.0', [change('patch', [], 'A text was changed.')]);
  const { info } = withChanges({ info: { description: 'Introduction.' } }, readRecords(directory));
  expect(info?.description).toBe(
    [
      'Introduction.',
      '## What changed',
      '### 0.10.0',
      '*getFluids*',
      '- **Breaking.** A member was removed. Read the other one.',
      '*getVehicle*',
      '- **Breaking.** A member was removed. Read the other one.',
      '### 0.9.0',
      '*getFluids*',
      '- A member was added.',
    ].join('\n\n'),
  );
});

test('before the first release nothing is added', () => {
  const document = { info: { description: 'Introduction.' } };
  expect(withChanges(document, readRecords('/nowhere'))).toBe(document);
});
