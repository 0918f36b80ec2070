import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { judgeTraffic, planContract, RunError } from '../../src/index.ts';
import { contract } from '../support/command.ts';
import { account, KEY, OPERATIONS } from '../support/service.ts';
import {
  type Exchange,
  FORMS,
  file,
  har,
  MISTAKES,
  ofBrowser,
  ofCollectionRunner,
  ofProxy,
  SUCCESSES,
  traffic,
} from '../support/traffic.ts';

const right = await traffic([...SUCCESSES, ...MISTAKES]);

describe.each(FORMS)('traffic as %s', (_, write) => {
  test('from a correct service is conformant and contains a success for every operation', async () => {
    const report = await judgeTraffic([file(write(right))]);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ verdict: 'conformant', profile: 'traffic', requests: { spent: 0 } });
    expect(report.cells.filter(({ status, state }) => status === '200' && state === 'pass')).toHaveLength(OPERATIONS);
    expect(report.made.filter(({ state }) => state === 'pass')).toHaveLength(14);
    expect(report.notes).toContain('14 recorded responses were judged; no requests were sent');
  });

  test('from a faulty service has a finding about the faulty operation', async () => {
    const wrong = await traffic(SUCCESSES, (response, { operation }) =>
      operation === 'getFluids' ? { ...response, body: { success: true } } : response,
    );
    const report = await judgeTraffic([file(write(wrong))]);
    expect(report.findings.filter(({ fails }) => fails)).toMatchObject([{ code: 'schema', operation: 'getFluids' }]);
  });
});

test('an invalid request that returns data is a finding', async () => {
  const wrong = await traffic(MISTAKES, (response, { query }) =>
    query.has('debug') ? { ...response, status: 200, body: { success: true, data: [] } } : response,
  );
  const { findings } = await judgeTraffic([file(ofProxy(wrong))], { assumptions: 'enforce' });
  expect(findings).toMatchObject([{ code: 'unknown-parameter', operation: 'getFluids', fails: true }]);
  expect(findings[0]?.request).toBe('GET /api/?carId=25573&fluids=1&debug=***');
});

describe('the lists of two brands', () => {
  const brands = ['brand=volkswagen&models=1', 'brand=opel&models=1', 'brand=OPEL&models=1'];
  const listing = (opel: { name: string; slug: string }[]) =>
    traffic(brands, (response, { query }) => {
      const volkswagen = [
        { name: 'Golf VI', slug: 'golf-vi' },
        { name: 'Transporter', slug: 'transporter' },
      ];
      const data = query.get('brand')?.toLowerCase() === 'opel' ? opel : volkswagen;
      return {
        ...response,
        status: 200,
        body: { success: true, timestamp: '2026-11-23T08:00:00+00:00', api_version: '2.0', data },
      };
    });
  const warnings = async (exchanges: readonly Exchange[]) =>
    (await judgeTraffic([file(ofProxy(exchanges))])).findings.filter(({ code }) => code === 'same-list');

  test('that are identical are a warning beyond the contract', async () => {
    const found = await warnings(
      await listing([
        { name: 'Golf VI', slug: 'golf-vi' },
        { name: 'Transporter', slug: 'transporter' },
      ]),
    );
    expect(found).toMatchObject([
      { level: 'warning', operation: 'listModels', got: 'the 2 entries of volkswagen also for opel' },
    ]);
    expect(found[0]).not.toHaveProperty('clause');
  });

  test('may have a common model', async () => {
    const common = [
      { name: 'Astra', slug: 'astra' },
      { name: 'Transporter', slug: 'transporter' },
    ];
    expect(await warnings(await listing(common))).toEqual([]);
  });
});

test('responses that cannot be judged are listed', async () => {
  const [first = right[0], ...others] = right;
  const encoded = ofCollectionRunner([...(first ? [first] : []), ...others]);
  const { notes } = await judgeTraffic([file(encoded)]);
  expect(notes.join('\n')).toMatch(
    /14 of 14 responses were decoded when they were recorded: their encoding was not judged/,
  );
  expect(notes.join('\n')).toMatch(/14 of 14 responses have no headers in the recording/);
});

test('a key that the service repeats is a finding, and the output does not contain the key', async () => {
  const echoing = await traffic(SUCCESSES, (response, { operation }) =>
    operation === 'listBrands'
      ? { ...response, body: { ...Object(response.body), link: `/api/?key=${KEY}` } }
      : response,
  );
  const directory = temporaryDirectory();
  const paths = FORMS.map(([, write]) => file(write(echoing)));
  const { code, out, err } = await contract([
    'judge',
    ...paths,
    '--history',
    join(directory, 'history'),
    '--report-dir',
    directory,
  ]);
  expect(code).toBe(1);
  expect(out).toContain('secret-echoed');
  const written = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(written.length).toBeGreaterThan(6);
  for (const text of [out, err, ...written]) {
    for (const form of [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1)])
      expect(text).not.toContain(form);
  }
});

test('successes in traffic are added to the history, and the next run does not request them again', async () => {
  const history = join(temporaryDirectory(), 'history');
  await judgeTraffic([file(ofBrowser(right))], { history });
  const options = {
    baseUrl: 'http://127.0.0.1:1',
    credentials: account,
    target: 'service',
    profile: 'live',
    history,
  } as const;
  const { cases, spending } = await planContract(options);
  expect(spending.consultations.planned).toBe(0);
  const ids = cases.map(({ id }) => id);
  for (const shown of [
    'decodeVin good',
    'getVehicle missing-parameter carId',
    'decodeVin malformed-parameter vin short',
  ]) {
    expect(ids).not.toContain(shown);
  }
});

test.each([
  ['a file in another format', 'my notes\n', /line 1: not an exchange; expected a HAR, or lines with request/],
  ['a truncated HAR file', '{\n  "log": {\n    "entries": [', /is an incomplete HAR file$/],
  ['an empty file', '', /is empty; expected HAR or NDJSON/],
  ['traffic from another API', har([]), /no exchange with the API; expected GET requests to a URL that ends with/],
])('%s is rejected', async (_, text, message) => {
  const judged = judgeTraffic([file(text)]);
  await expect(judged).rejects.toThrow(RunError);
  await expect(judged).rejects.toThrow(message);
});

test.each([
  ['that does not exist', 'none', 'ENOENT'],
  ['that is a directory', '.', 'EISDIR'],
])('a file %s is rejected with a one-line message and exit code 2', async (_, name, why) => {
  const path = join(temporaryDirectory(), name);
  expect(await contract(['judge', path])).toEqual({
    code: 2,
    out: '',
    err: `vehicle-lookup-contract: judge: ${path} cannot be read (${why})\n`,
  });
});

test('a decoded body in a recording is not compared with Content-Encoding', async () => {
  const [first] = right;
  if (!first) throw new Error('there is no traffic');
  const text = ofProxy([{ ...first, headers: [...first.headers, ['content-encoding', 'gzip']] }]);
  const { findings } = await judgeTraffic([file(text)]);
  expect(findings).toEqual([]);
});
