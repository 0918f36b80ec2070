import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { type ProgramResult, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { contract, contractBin, environmentOf } from '../support/command.ts';
import { KEY, type ServiceResponse, startService } from '../support/service.ts';

const SECOND = 'second-canary/+=&"';
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** The encodings in which a key may occur. */
const encodings: ((key: string) => string)[] = [
  (key) => key,
  encodeURIComponent,
  (key) => new URLSearchParams({ key }).toString().slice('key='.length),
  base64,
  (key) => base64(key).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  (key) => JSON.stringify(key).slice(1, -1),
];
const forms = [KEY, SECOND].flatMap((key) => encodings.map((encode) => encode(key)));

/** Repeats every key everywhere in all encodings. Every second response contains an encoding that cannot be masked. */
let responses = 0;
function echo(right: ServiceResponse, { query }: { query: URLSearchParams }): ServiceResponse {
  responses += 1;
  const key = query.getAll('key').join(' ');
  const everywhere = encodings.map((encode) => encode(key)).join(' ');
  const more =
    responses % 2 === 0
      ? Buffer.from(key)
          .toString('hex')
          .replace(/..(?=.)/g, '$&:')
      : '';
  return {
    status: right.status,
    headers: {
      'content-type': 'application/json',
      'x-key': encodeURIComponent(everywhere),
      [`x-${Buffer.from(key).toString('hex')}`]: '1',
    },
    body: { ...Object(right.body), [key]: everywhere, more },
  };
}

let url: string;
beforeAll(async () => {
  url = (await startService(echo)).url;
});

const directory = temporaryDirectory();
beforeEach(() => {
  for (const file of readdirSync(directory)) rmSync(join(directory, file), { recursive: true });
});

const run = (args: string[]): Promise<ProgramResult> => contract(args, { env: environmentOf(url) });

/** Returns the output of a run and the content of its files. */
function traces({ out, err }: ProgramResult): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [out, err, ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))].join('\n');
}

function expectNoKey(ended: ProgramResult): void {
  const text = traces(ended);
  expect(forms.filter((form) => text.includes(form))).toEqual([]);
  expect(leaks(text, [KEY, SECOND])).toBe(false);
}

const file = (name: string) => join(directory, name);

test.each<[string, string[], number]>([
  ['a run', ['verify'], 1],
  [
    'a run as JSON, recorded, with a ledger',
    ['verify', '--json', '--budget', '100', '--ledger', file('ledger'), '--record', file('run.har')],
    1,
  ],
  ['a run with every option', ['verify', '--strict', '--assumptions', 'enforce', '--seed', '5'], 1],
  ['a run with every report format', ['verify', '--report-dir', file('report')], 1],
  ['a run with a history', ['verify', '--history', file('history'), '--max-age', '1d', '--json'], 1],
  ['the key as a label', ['verify', '--label', KEY, '--history', file('history'), '--record', file('run.har')], 2],
  ['the key as the file of known findings', ['verify', '--known', KEY], 2],
  ['the key as an operation in --plan-lacks', ['verify', '--plan-lacks', KEY], 2],
  ['the key as traffic', ['judge', KEY], 2],
  ['a plan', ['verify', '--dry-run'], 0],
  ['a plan that exceeds the budget', ['verify', '--budget', '1'], 3],
  ['an explanation', ['explain', 'secret-echoed'], 0],
  ['help', ['--help'], 0],
  ['the key as a command', [KEY], 2],
  ['the key as a code', ['explain', KEY], 2],
  ['the key as a flag', ['verify', `--${KEY}`], 2],
  ['the key as a profile', ['verify', '--profile', KEY], 2],
  ['the key as data', ['verify', '--data', KEY], 2],
  ['the key as a value', ['verify', '--data', `brand=${KEY}`], 2],
  ['the key in the base URL', ['verify', '--base-url', `http://user:${encodeURIComponent(KEY)}@127.0.0.1/`], 2],
  ['the key in the path', ['verify', '--base-url', `http://127.0.0.1:65533/${encodeURIComponent(KEY)}`], 2],
  ['the key as a recording', ['replay', KEY], 2],
  ['a service that does not respond', ['verify', '--json', '--base-url', 'http://127.0.0.1:65533'], 2],
  ['a missing directory', ['verify', '--record', file('none/run.har')], 2],
])('%s does not write a key to output or files', async (_, args, code) => {
  const ended = await run(args);
  expect(ended.code).toBe(code);
  expectNoKey(ended);
});

test('the keys of accounts in the data do not occur in the output of a run or its replay', async () => {
  const data = { forbidden: { user: 'poor', key: SECOND }, exhausted: { user: 'spent', key: SECOND } };
  const input = join(temporaryDirectory(), 'data.json');
  writeFileSync(input, JSON.stringify(data));
  const live = await run(['verify', '--json', '--data', input, '--record', file('run.har')]);
  expect(live.code).toBe(1);
  expectNoKey(live);
  const again = await run(['replay', file('run.har'), '--json']);
  expect(again.out).toBe(live.out);
  expectNoKey(again);
  expectNoKey(await run(['replay', file('run.har')]));
});

test('a run with known findings does not write a key to output or files', async () => {
  const first = await run(['verify', '--report-dir', file('first')]);
  const report = JSON.parse(readFileSync(file('first/report.json'), 'utf8'));
  const entry = { reason: 'being fixed', owner: 'team', expires: '2999-12-31' };
  const known = join(temporaryDirectory(), 'known.json');
  const fingerprints = new Set<string>(report.findings.map((one: { fingerprint: string }) => one.fingerprint));
  writeFileSync(known, JSON.stringify([...fingerprints].map((fingerprint) => ({ fingerprint, ...entry }))));
  expectNoKey(first);
  expectNoKey(await run(['verify', '--profile', 'live', '--known', known, '--report-dir', file('second')]));
});

test.each<[string, string, string]>([
  ['planning', 'Array.prototype.findIndex', ''],
  ['the network', 'globalThis.fetch', 'async '],
])('an internal error in %s does not write a key to output or files', async (_, place, how) => {
  const key = JSON.stringify(encodings.map((encode) => encode(KEY)).join(' '));
  const preload = `${place} = ${how}() => { throw new Error(${key} + process.env.VEHICLE_LOOKUP_KEY); };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload)}`;
  const ended = await contractBin(['verify'], { env: { ...environmentOf(url), NODE_OPTIONS } });
  expect(ended.code).toBe(2);
  expect(ended.err).toMatch(/^vehicle-lookup-contract: .+\n$/);
  expectNoKey(ended);
});

test('these tests detect a key in a file', async () => {
  writeFileSync(file('echo.txt'), forms[0] ?? '');
  expect(() => expectNoKey({ code: 0, out: '', err: '' })).toThrow();
});
