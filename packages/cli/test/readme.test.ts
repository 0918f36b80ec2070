import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { bin, runShell, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { EXIT } from '../src/exit-code.ts';
import { argumentsOf, commandName } from '../src/operation.ts';
import { operations } from '../src/operations.gen.ts';
import { recordsIn } from './support/files.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const mock = await startMock();

test('the commands in the README run, and their output has the same structure as the JSON in the README', async () => {
  const directory = temporaryDirectory();
  symlinkSync(bin('cli'), join(directory, 'vehicle-lookup'));
  const script = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text).join('');
  expect(script.match(/^vehicle-lookup /gm)?.length).toBeGreaterThan(5);
  const { code, out, err } = await runShell(
    `set -euo pipefail
${script.replace('http://127.0.0.1:4010', mock.address)}`,
    {
      cwd: directory,
      env: {
        XDG_CONFIG_HOME: directory,
        PATH: [directory, dirname(process.execPath), process.env.PATH].join(delimiter),
      },
    },
  );
  expect(code, err).toBe(0);
  expect(out).toContain('Golf VI');
  const [record] = recordsIn(join(directory, 'vehicles.ndjson'));
  const [shown, failed] = (/```json\n(.*?)```/s.exec(readme)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(record).toMatchObject(shown);
  expect(Object.keys(failed)).toEqual(['operation', 'vin', 'error']);
  expect(recordsIn(join(directory, 'engines.ndjson'))).toHaveLength(2);
});

test('the table of commands in the README is complete', () => {
  const listed = [...readme.matchAll(/^\| `([a-z-]+(?: [A-Z]+)*)` +\|/gm)].map(([, usage]) => usage);
  expect(listed).toEqual([
    ...operations.map((operation) => [commandName(operation), argumentsOf(operation)].join(' ').trim()),
    'report VIN',
    'login',
    'usage',
    'mcp',
  ]);
});

test('the table of exit codes in the README is complete', () => {
  const listed = [...readme.matchAll(/^\| (\d+(?:, \d+)*) +\|/gm)].flatMap(([, codes]) => (codes ?? '').split(', '));
  expect(listed.map(Number).sort()).toEqual(Object.values(EXIT).sort());
});
