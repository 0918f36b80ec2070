import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/contract';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { explanations } from '../../src/report/explain.ts';
import { suiteVersion } from '../../src/suite-version.ts';
import { account, contract, contractBin, environmentOf } from '../support/command.ts';
import { inSuccess, KEY, OPERATIONS, startService } from '../support/service.ts';

test('verify prints the matrix and exits with 0 for a conformant service, with credentials from the environment', async () => {
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

test('verify lists the findings and exits with 1 for a service that violates the contract', async () => {
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
  ['a missing base URL', ['verify'], '--base-url is missing; give it, or set VEHICLE_LOOKUP_BASE_URL.', account],
  ['a missing credential', ['verify', '--base-url', 'http://127.0.0.1:1'], '--user is missing; give it, or set', {}],
  ['an unknown flag', ['verify', `--stict=${SECRET}`], 'unknown flag "--stict"; did you mean --strict?', gone],
  [
    'an unknown flag without a similar flag',
    ['verify', `--${SECRET}`],
    'unknown flag; expected one of --base-url, --user,',
    gone,
  ],
  [
    'an unexpected argument',
    ['verify', SECRET],
    'verify accepts no arguments, only flags; got another argument.',
    gone,
  ],
  ['a repeated flag', ['verify', '--seed', '1', '--seed', '2'], '--seed is given twice; give it once.', gone],
  ['a replay without a file', ['replay'], 'FILE is missing; expected vehicle-lookup-contract replay FILE.', {}],
  [
    'a flag that explain does not have',
    ['explain', 'schema', '--profile', 'full'],
    'unknown flag "--profile"; expected',
    {},
  ],
  ['an unknown code', ['explain', SECRET], 'CODE: neither a check nor an assumption has this code; run explain', {}],
  ['a flag without its value', ['verify', '--ledger', '--json'], '--ledger: expected a value; join a value that', gone],
  [
    'an invalid target',
    ['verify', '--target', SECRET],
    '--target: expected mock or service, got a value that is',
    gone,
  ],
  ['an age without a history', ['verify', '--max-age', '3d'], '--max-age requires --history DIR.', gone],
  ['data without a name', ['verify', '--data', SECRET], '--data: expected NAME=VALUE, or a file that exists.', gone],
])('%s prints a one-line message and exits with 2', async (_, args, line, env) => {
  const { code, out, err } = await contract(args, { env });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`vehicle-lookup-contract: ${line}`);
  expect(err).toMatch(/^.* See vehicle-lookup-contract \w+ --help\n$/s);
  expect(err).not.toContain(SECRET);
});

test.each([
  [
    'an invalid base URL',
    ['--base-url', 'localhost'],
    '--base-url: expected a base URL such as https://vehicles.example.com',
  ],
  [
    'a profile that does not match the target',
    ['--profile', 'mock', '--target', 'service'],
    '--profile: a mock has only the profile',
  ],
  ['a service that is not running', [], 'http://127.0.0.1:65533/api/ does not respond: the connection failed'],
])('%s prints a one-line message and exits with 2', async (_, args, line) => {
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
    'that does not exist',
    join(directory, 'none.json'),
    `--data: ${join(directory, 'none.json')} cannot be read (ENOENT)`,
  ],
  ['with invalid JSON', dataFile('{"vin": "secret'), '--data: the file is not a JSON object; expected, for example'],
  [
    'with an invalid name',
    dataFile('{"secret": "x"}'),
    '--data: one of the names is not a documented parameter; expected one of',
  ],
  ['with an invalid value', dataFile('{"vin": ["secret"]}'), '--data: vin: expected a string or an integer'],
  [
    'with an incomplete account',
    dataFile('{"forbidden": {"key": "secret"}}'),
    '--data: forbidden: expected an object with',
  ],
])('a data file %s prints a one-line message and exits with 2', async (_, file, line) => {
  const { code, out, err } = await contract(['verify', '--data', file], { env: gone });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(line);
  expect(err).not.toContain('secret');
});

test('a plan that exceeds the budget exits with 3', async () => {
  const { code, out, err } = await contract(['verify', '--profile', 'smoke', '--budget', `${OPERATIONS - 1}`], {
    env: gone,
  });
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(
    `${OPERATIONS} requests are planned, and the budget is ${OPERATIONS - 1}; use a higher --budget or a smaller --profile\n`,
  );
});

test('a dry run prints the plan without sending requests', async () => {
  const file = dataFile(JSON.stringify({ vin: 'ZFA1990000P000001' }));
  const { code, out } = await contract(['verify', '--profile', 'live', '--dry-run', '--data', file], { env: gone });
  expect(code).toBe(0);
  expect(out).toContain('decodeVinAll good: GET /api/?vin=ZFA1990000P000001&allCars=1 → 200, clause errors.200\n');
  const requests = out.split('\n').filter((line) => line.includes(' → ')).length;
  expect(out).toMatch(new RegExp(`\n${requests} requests are planned, of which \\d+ are charged\n$`));
});

test.each([[['--budget', '100']], [['--consultations', '250']], [['--budget', '100', '--consultations', '50']]])(
  'a dry run with %j prints the remaining budget',
  async (limits) => {
    const { code, out } = await contract(['verify', '--profile', 'live', '--dry-run', ...limits], { env: gone });
    expect(code).toBe(0);
    const line = out.split('\n').at(-2) ?? '';
    const [planned = 0, charged = 0] = (line.match(/\d+/g) ?? []).map(Number);
    const limit = (flag: string) => Number(limits[limits.indexOf(flag) + 1]);
    const left = [
      ...(limits.includes('--budget') ? [`${limit('--budget') - planned} of the budget of ${limit('--budget')}`] : []),
      ...(limits.includes('--consultations')
        ? [`${limit('--consultations') - charged} of ${limit('--consultations')} consultations`]
        : []),
    ];
    expect(line).toBe(
      `${planned} requests are planned, of which ${charged} are charged; remaining after the run: ${left.join(' and ')}`,
    );
  },
);

test('a dry run takes the budget and the ledger into account, and does not change the ledger', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  const dry = (...args: string[]) =>
    contract(['verify', '--profile', 'live', '--dry-run', '--ledger', ledger, ...args], { env: gone });
  expect(await dry('--budget', '3')).toMatchObject({ code: 3, out: '' });
  expect(existsSync(ledger)).toBe(false);
  const earlier = '{"reserved":"GET /a","charged":0,"at":"2026-01-01T00:00:00.000Z"}\n';
  writeFileSync(ledger, earlier);
  // The ledger contains one request from an earlier run.
  const { out } = await dry('--budget', '30', '--json');
  const { spending, cases } = JSON.parse(out);
  expect(spending).toMatchObject({ planned: cases.length, budget: 30, left: 29 });
  expect((await dry('--budget', '30')).out).toContain(
    `; remaining after the run: ${29 - cases.length} of the budget of 30\n`,
  );
  expect(readFileSync(ledger, 'utf8')).toBe(earlier);
});

test('a required cell that was not observed exits with 4', async () => {
  const { url } = await startService((right, { operation }) =>
    operation === 'getOemParts' && right.status === 200
      ? { ...right, body: { ...Object(right.body), data: [] } }
      : right,
  );
  const { code, out } = await contract(['verify', '--profile', 'smoke'], { env: environmentOf(url) });
  expect(code).toBe(4);
  expect(out).toContain('? 200 full: the list never had an element (getOemParts)');
});

test('explain prints the clause or assumption on which a code is based', async () => {
  const check = await contract(['explain', 'not-json']);
  expect(check).toMatchObject({ code: 0, err: '' });
  expect(check.out).toMatch(
    /^not-json: .*\n\n.*\nReading: .*\nStandard: RFC 8259, section 2\n\nBasis: endpoints\.json: "The response is JSON\."/,
  );
  const assumption = await contract(['explain', 'several-selectors']);
  expect(assumption.out).toMatch(
    /\nClause endpoints.rule-3: The behaviour when several .*Left open: .*Basis: the assumption several-selectors\n$/s,
  );
});

test('explain prints the harm of a warning', async () => {
  expect((await contract(['explain', 'same-etag'])).out).toMatch(
    /\nHarm: A cache .*\n\nBasis: no clause or assumption/s,
  );
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

test.each(FLAGS.split(' '))('the help lists --%s', async (flag) => {
  expect((await contract(['verify', '--help'])).out).toContain(`--${flag}`);
});

test('without a command, the program prints the help and exits with 2', async () => {
  const { code, out, err } = await contract([]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('verify [options]');
});

test('a credential flag overrides the environment variable, and a key flag prints a warning', async () => {
  const { url } = await startService();
  const env = { ...environmentOf(url), VEHICLE_LOOKUP_KEY: 'not-the-key' };
  const { code, err } = await contract(['verify', '--profile', 'smoke', '--key', KEY], { env });
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining('--key: a secret on the command line is visible to other users'),
  });
});
