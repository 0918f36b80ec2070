import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { EXIT } from '../src/command-error.ts';
import { usageOf } from '../src/command-line.ts';
import { commandName } from '../src/commands.ts';
import { operations } from '../src/operations.gen.ts';
import { recordsIn, temporaryFolder } from './support/folder.ts';
import { BIN } from './support/program.ts';
import { mock } from './support/service.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const address = mock();

test('its commands run, and its lines of JSON have the form of the lines that they write', async () => {
  const folder = temporaryFolder();
  symlinkSync(BIN, join(folder, 'vehicle-lookup'));
  const script = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text).join('');
  expect(script.match(/^vehicle-lookup /gm)?.length).toBeGreaterThan(5);
  const { stdout } = await promisify(execFile)(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', script.replace('http://127.0.0.1:4010', address())],
    { cwd: folder, env: { PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter) } },
  );
  expect(stdout).toContain('Golf VI');
  const [record] = recordsIn(join(folder, 'vehicles.ndjson'));
  const [shown, failed] = (/```json\n(.*?)```/s.exec(readme)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(record).toMatchObject(shown);
  expect(Object.keys(failed)).toEqual(['operation', 'vin', 'error']);
  expect(recordsIn(join(folder, 'engines.ndjson'))).toHaveLength(2);
});

test('its table of commands is complete', () => {
  const listed = [...readme.matchAll(/^\| `([a-z-]+(?: [A-Z]+)*)` +\|/gm)].map(([, usage]) => usage);
  expect(listed).toEqual(operations.map((operation) => [commandName(operation), usageOf(operation)].join(' ').trim()));
});

test('its table of exit codes is complete', () => {
  const listed = [...readme.matchAll(/^\| (\d+(?:, \d+)*) +\|/gm)].flatMap(([, codes]) => (codes ?? '').split(', '));
  expect(listed.map(Number).sort()).toEqual(Object.values(EXIT).sort());
});
