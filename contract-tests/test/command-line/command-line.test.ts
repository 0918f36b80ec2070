import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/contract';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { explanations } from '../../src/report/explain.ts';
import { suiteVersion } from '../../src/suite-version.ts';
import { account, contract, contractBin, environmentOf } from '../support/command.ts';
import { inSuccess, KEY, startService } from '../support/service.ts';

test('a conformant service: the matrix and exit code 0, with credentials from the environment', async () => {
  const { url } = await startService();
  const { code, out, err } = await contractBin(['verify'], { env: environmentOf(url) });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^ +200 full +200 simplified +200 bare +400 +401 /);
  const [matrix = ''] = out.split('\n✓ right');
  const columns = matrix.split('\n').flatMap((line) => (/^ +\d/.test(line) ? (line.match(/\d{3}/g) ?? []) : []));
  expect(new Set(columns)).toEqual(new Set(operationTable.operations.flatMap(({ statuses }) => statuses)));
  expect(out).toMatch(/\ngetFluids +✓ +\? +\? +✓ +✓ /);
  expect(out).toMatch(/conformant where it was tested: http.*\/api\/ \(\d+ responses seen,\s/);
});

test('a service that breaks the contract: exit code 1, and the findings are listed', async () => {
  const { url } = await startService(inSuccess('getVehicle', () => ({ status: 201 })));
  const { code, out } = await contract(['verify', '--base-url', `${url}/api`], { env: account });
  expect(code).toBe(1);
  expect(out).toMatch(
    /✗ status {2}getVehicle\n {2}what {7}A valid request returns 201, not 200\n {2}request {4}GET \/api\/\?carId=\d+&only=1\n/,
  );
  expect(out).not.toContain(KEY);
});

test('--json prints the report as JSON', async () => {
  const { url } = await startService();
  const { code, out } = await contract(['verify', '--json'], { env: environmentOf(url) });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ verdict: 'conformant', target: 'service', findings: [] });
});

const SECRET = 'a-secret/of-no-form';
const gone = environmentOf('http://127.0.0.1:65533');

test.each([
  ['no address', ['verify'], '--base-url is missing; give it, or set VEHICLE_LOOKUP_BASE_URL.', account],
  ['no credentials', ['verify', '--base-url', 'http://127.0.0.1:1'], '--user is missing; give it, or set', {}],
  ['an unknown flag', ['verify', `--stict=${SECRET}`], 'unknown flag "--stict"; did you mean --strict?', gone],
  [
    'a flag that is like no other',
    ['verify', `--${SECRET}`],
    'unknown flag; expected one of --base-url, --user,',
    gone,
  ],
  ['a word too many', ['verify', SECRET], 'verify takes no words, only flags; got another one.', gone],
  ['a flag twice', ['verify', '--seed', '1', '--seed', '2'], '--seed is given twice; once is enough.', gone],
  ['a replay of nothing', ['replay'], 'FILE is missing; expected vehicle-lookup-contract replay FILE.', {}],
  ['a flag for explain', ['explain', 'schema', '--profile', 'full'], 'unknown flag "--profile"; expected', {}],
  [
    'a code that does not exist',
    ['explain', SECRET],
    'CODE: neither a check nor an assumption has this code; a report',
    {},
  ],
  ['a flag without its value', ['verify', '--ledger', '--json'], '--ledger: expected a value; join a value that', gone],
  ['a wrong target', ['verify', '--target', SECRET], '--target: expected mock or service, got a value that is', gone],
  ['an age without a history', ['verify', '--max-age', '3d'], '--max-age requires --history DIR.', gone],
  ['data without a name', ['verify', '--data', SECRET], '--data: expected NAME=VALUE, or a file that exists.', gone],
])('%s is one clear line and exit code 2', async (_, args, line, env) => {
  const { code, out, err } = await contract(args, { env });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`vehicle-lookup-contract: ${line}`);
  expect(err).toMatch(/^.* See vehicle-lookup-contract \w+ --help\n$/s);
  expect(err).not.toContain(SECRET);
});

test.each([
  [
    'an address that is none',
    ['--base-url', 'localhost'],
    '--base-url: expected a base URL such as https://vehicles.example.com',
  ],
  [
    'a profile that does not fit',
    ['--profile', 'mock', '--target', 'service'],
    '--profile: a mock has only the profile',
  ],
  ['a service that is not running', [], 'http://127.0.0.1:65533/api/ does not respond: the connection failed'],
])('%s is one clear line and exit code 2', async (_, args, line) => {
  const { code, out, err } = await contract(['verify', ...args], { env: gone });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`vehicle-lookup-contract: ${line}`);
  expect(err.split('\n')).toHaveLength(2);
});

test('all invalid values are reported together', async () => {
  const { code, err } = await contract(['verify', '--budget', 'many', '--target', 'proxy', '--seed', '-1'], {
    env: {},
  });
  expect(code).toBe(2);
  for (const flag of [
    '--base-url is missing',
    '--budget: ',
    '--target: ',
    '--seed: ',
    '--user is missing',
    '--key is missing',
  ]) {
    expect(err).toContain(flag);
  }
});

const directory = temporaryDirectory();
let files = 0;
function dataFile(text: string): string {
  files += 1;
  const file = join(directory, `${files}.json`);
  writeFileSync(file, text);
  return file;
}

test.each([
  [
    'that is not there',
    join(directory, 'none.json'),
    `--data: ${join(directory, 'none.json')} cannot be read (ENOENT)`,
  ],
  ['of broken JSON', dataFile('{"vin": "secret'), '--data: the file is not a JSON object; expected, for example'],
  [
    'with an invalid name',
    dataFile('{"secret": "x"}'),
    '--data: a name is not a parameter of the document; expected one of',
  ],
  ['with an invalid value', dataFile('{"vin": ["secret"]}'), '--data: vin: expected a text or an integer'],
  ['with half an account', dataFile('{"forbidden": {"key": "secret"}}'), '--data: forbidden: expected an object with'],
])('a data file %s is one clear line and exit code 2', async (_, file, line) => {
  const { code, out, err } = await contract(['verify', '--data', file], { env: gone });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(line);
  expect(err).not.toContain('secret');
});

test('a plan beyond the budget has exit code 3', async () => {
  const { code, out, err } = await contract(['verify', '--profile', 'smoke', '--budget', '9'], { env: gone });
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(/10 requests are planned, and the budget is 9; use a higher --budget or a smaller --profile\n$/);
});

test('a dry run prints the plan and sends nothing', async () => {
  const file = dataFile(JSON.stringify({ vin: 'ZFA1990000P000001' }));
  const { code, out } = await contract(['verify', '--profile', 'live', '--dry-run', '--data', file], { env: gone });
  expect(code).toBe(0);
  expect(out).toContain('decodeVinAll good: GET /api/?vin=ZFA1990000P000001&allCars=1 → 200, clause errors.200\n');
  expect(out).toMatch(/\n22 requests are planned, of which 11 are charged\n$/);
});

test.each([
  [['--budget', '100'], 'they leave 78 of the budget of 100'],
  [['--consultations', '250'], 'they leave 239 of 250 consultations'],
  [['--budget', '100', '--consultations', '50'], 'they leave 78 of the budget of 100 and 39 of 50 consultations'],
])('a dry run with %j prints the remaining budget', async (limits, left) => {
  const { code, out } = await contract(['verify', '--profile', 'live', '--dry-run', ...limits], { env: gone });
  expect(code).toBe(0);
  expect(out.split('\n').at(-2)).toBe(`22 requests are planned, of which 11 are charged; ${left}`);
});

test('a dry run counts the budget and the ledger, and does not change the ledger', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  const dry = (...args: string[]) =>
    contract(['verify', '--profile', 'live', '--dry-run', '--ledger', ledger, ...args], { env: gone });
  expect(await dry('--budget', '3')).toMatchObject({ code: 3, out: '' });
  expect(existsSync(ledger)).toBe(false);
  const earlier = '{"reserved":"GET /a","charged":0,"at":"2026-01-01T00:00:00.000Z"}\n';
  writeFileSync(ledger, earlier);
  expect((await dry('--budget', '30')).out).toMatch(
    /\n22 requests are planned, of which 11 are charged; they leave 7 of the budget of 30\n$/,
  );
  const { out } = await dry('--budget', '30', '--json');
  expect(JSON.parse(out)).toMatchObject({ spending: { planned: 22, budget: 30, left: 29 }, cases: { length: 22 } });
  expect(readFileSync(ledger, 'utf8')).toBe(earlier);
});

test('a required cell that was not observed has exit code 4', async () => {
  const { url } = await startService((right, { operation }) =>
    operation === 'getOemParts' && right.status === 200
      ? { ...right, body: { ...Object(right.body), data: [] } }
      : right,
  );
  const { code, out } = await contract(['verify', '--profile', 'smoke'], { env: environmentOf(url) });
  expect(code).toBe(4);
  expect(out).toContain('? 200 full: the list never had an element (getOemParts)');
});

test('explain names the clause that each code of a check or an assumption rests on', async () => {
  const check = await contract(['explain', 'not-json']);
  expect(check).toMatchObject({ code: 0, err: '' });
  expect(check.out).toMatch(
    /^not-json: .*\n\n.*\nReading: .*\nStandard: RFC 8259, section 2\n\nRests on: endpoints\.json: "The response is JSON\."/,
  );
  const assumption = await contract(['explain', 'several-selectors']);
  expect(assumption.out).toMatch(
    /\nClause endpoints.rule-3: The behaviour when several .*Left open: .*Rests on: the assumption several-selectors\n$/s,
  );
});

test('explain states why a warning matters', async () => {
  expect((await contract(['explain', 'same-etag'])).out).toMatch(/\nHarm: A cache .*\n\nRests on: nothing/s);
});

test('explain without a code lists all codes', async () => {
  const { code, out } = await contract(['explain']);
  expect(code).toBe(0);
  for (const { code: own } of explanations()) expect(out).toContain(`${own} `);
});

test('help and the version are printed', async () => {
  expect((await contract(['help'])).out).toBe((await contract(['--help'])).out);
  expect((await contract(['help', 'verify'])).out).toBe((await contract(['verify', '-h'])).out);
  expect(await contractBin(['-V'])).toMatchObject({ code: 0, out: `${suiteVersion()}\n` });
});

const FLAGS =
  'base-url user key target profile data budget ledger seed assumptions strict record dry-run report-dir json';

test.each(FLAGS.split(' '))('help names --%s', async (flag) => {
  expect((await contract(['verify', '--help'])).out).toContain(`--${flag}`);
});

test('without a command the help is printed, and the exit code is 2', async () => {
  const { code, out, err } = await contract([]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('verify [options]');
});

test('a typed credential wins over a variable, and a typed key prints a warning', async () => {
  const { url } = await startService();
  const env = { ...environmentOf(url), VEHICLE_LOOKUP_KEY: 'not-the-key' };
  const { code, err } = await contract(['verify', '--profile', 'smoke', '--key', KEY], { env });
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining('--key: a secret on the command line is visible to other users'),
  });
});
