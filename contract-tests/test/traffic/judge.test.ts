import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { judgeTraffic, planContract, RunError } from '../../src/index.ts';
import { contract } from '../support/command.ts';
import { account, KEY, type ServiceFault, startService } from '../support/service.ts';

const SUCCESSES = [
  'vin=WVWZZZ1KZAW000001',
  'vin=WVWZZZ1KZAW000001&allCars=1',
  'carId=25573&only=1',
  'carId=25573&fluids=1',
  'carId=25573&oemParts=1',
  'carId=25573&timeRepair=1',
  'brands=1',
  'brand=volkswagen&models=1',
  'brand=volkswagen&model=golf-vi&variants=1',
  'vin=WVWZZZ1KZAW000001&getEngines=1',
];
const MISTAKES = ['only=1', 'vin=WVWZZZ1', 'vin=ZZZZZZZZZZZZZZZZZ', 'carId=25573&fluids=1&debug=1'];

interface Exchange {
  url: string;
  status: number;
  headers: [string, string][];
  body: string;
  started: string;
}

/** Requests as an application makes them, with their responses. */
async function traffic(queries: readonly string[], fault?: ServiceFault): Promise<Exchange[]> {
  const { url } = await startService(fault);
  const exchanges: Exchange[] = [];
  for (const query of queries) {
    const address = `${url}/api/?${new URLSearchParams({ ...account })}&${query}`;
    const started = new Date().toISOString();
    const response = await fetch(address);
    exchanges.push({
      url: address,
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
      started,
    });
  }
  return exchanges;
}

const named = (headers: [string, string][]) => headers.map(([name, value]) => ({ name, value }));

const har = (entries: object[], creator = 'a tool') =>
  JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } });

/** A page around the requests, names of headers as HTTP/1.1 has them, bodies decoded. */
const ofBrowser = (exchanges: readonly Exchange[]): string =>
  har(
    [
      {
        request: { method: 'GET', url: 'https://example.com/app.js' },
        response: { status: 200, headers: [], content: {} },
      },
      ...exchanges.map(({ url, status, headers, body, started }) => ({
        _resourceType: 'fetch',
        startedDateTime: started,
        time: 12.5,
        request: { method: 'GET', url, headers: [{ name: ':authority', value: 'x' }] },
        response: {
          status,
          headers: named(headers.map(([name, value]) => [name.replace(/^./, (letter) => letter.toUpperCase()), value])),
          content: { size: body.length, mimeType: 'application/json', text: body },
        },
      })),
    ],
    'WebInspector',
  );

/** The bytes as they came, before they are decoded. */
const ofProxy = (exchanges: readonly Exchange[]): string =>
  har(
    exchanges.map(({ url, status, headers, body, started }) => ({
      startedDateTime: started,
      time: 3,
      request: { method: 'GET', url },
      response: {
        status,
        headers: named(headers),
        content: {
          size: body.length,
          mimeType: 'application/json',
          text: btoa(unescape(encodeURIComponent(body))),
          encoding: 'base64',
        },
      },
    })),
  );

/** Without headers; the media type alone. */
const ofCollectionRunner = (exchanges: readonly Exchange[]): string =>
  har(
    exchanges.map(({ url, status, body, started }) => ({
      startedDateTime: started,
      request: { method: 'GET', url },
      response: { status, headers: [], content: { size: body.length, mimeType: 'application/json', text: body } },
    })),
  );

const ofClient = (exchanges: readonly Exchange[]): string =>
  exchanges
    .map(({ url, status, headers, body, started }) =>
      JSON.stringify({
        request: { method: 'GET', url },
        response: { status, headers: Object.fromEntries(headers), body: JSON.parse(body) },
        started,
      }),
    )
    .join('\n');

const FORMS: [name: string, write: (exchanges: readonly Exchange[]) => string][] = [
  ['HAR of a browser', ofBrowser],
  ['HAR of a proxy', ofProxy],
  ['HAR of a collection runner', ofCollectionRunner],
  ['NDJSON', ofClient],
];

function file(text: string): string {
  const path = join(temporaryDirectory(), 'traffic');
  writeFileSync(path, text);
  return path;
}

const right = await traffic([...SUCCESSES, ...MISTAKES]);

describe.each(FORMS)('traffic as %s', (_, write) => {
  test('of a right service is conformant, and shows a success of every operation', async () => {
    const report = await judgeTraffic([file(write(right))]);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ verdict: 'conformant', profile: 'traffic', requests: { spent: 0 } });
    expect(report.cells.filter(({ status, state }) => status === '200' && state === 'pass')).toHaveLength(10);
    expect(report.made.filter(({ state }) => state === 'pass')).toHaveLength(14);
    expect(report.notes).toContain('14 recorded responses were judged; no request was made');
  });

  test('of a wrong service names the fault at its operation', async () => {
    const wrong = await traffic(SUCCESSES, (response, { operation }) =>
      operation === 'getFluids' ? { ...response, body: { success: true } } : response,
    );
    const report = await judgeTraffic([file(write(wrong))]);
    expect(report.findings.filter(({ fails }) => fails)).toMatchObject([{ code: 'schema', operation: 'getFluids' }]);
  });
});

test('an invalid request that is answered with data is a finding', async () => {
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

  test('that are the same are a warning, beyond the contract', async () => {
    const found = await warnings(
      await listing([
        { name: 'Golf VI', slug: 'golf-vi' },
        { name: 'Transporter', slug: 'transporter' },
      ]),
    );
    expect(found).toMatchObject([
      { level: 'warning', operation: 'listModels', got: 'the 2 entries of volkswagen for opel, too' },
    ]);
    expect(found[0]).not.toHaveProperty('clause');
  });

  test('may have a model in common', async () => {
    const common = [
      { name: 'Astra', slug: 'astra' },
      { name: 'Transporter', slug: 'transporter' },
    ];
    expect(await warnings(await listing(common))).toEqual([]);
  });
});

test('what cannot be judged is said', async () => {
  const [first = right[0], ...others] = right;
  const encoded = ofCollectionRunner([...(first ? [first] : []), ...others]);
  const { notes } = await judgeTraffic([file(encoded)]);
  expect(notes.join('\n')).toMatch(
    /14 of 14 responses were decoded when they were recorded: their encoding was not judged/,
  );
  expect(notes.join('\n')).toMatch(/14 of 14 responses have no headers in the recording/);
});

test('a key that the service repeats is found, and no output holds it', async () => {
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

test('what traffic has shown is in the history, and the next run charges nothing for it', async () => {
  const history = join(temporaryDirectory(), 'history');
  await judgeTraffic([file(ofBrowser(right))], { history });
  const options = {
    baseUrl: 'http://127.0.0.1:1',
    credentials: account,
    target: 'service',
    profile: 'live',
    history,
  } as const;
  const { cases, consultations } = await planContract(options);
  expect(consultations).toBe(0);
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
  ['a file of another kind', 'my notes\n', /line 1: not an exchange; expected a HAR, or lines with request/],
  ['an empty file', '', /is empty; expected HAR or NDJSON/],
  [
    'traffic of another interface',
    har([]),
    /no exchange of the interface; expected requests by GET to an address that ends with/,
  ],
])('%s is rejected', async (_, text, message) => {
  const judged = judgeTraffic([file(text)]);
  await expect(judged).rejects.toThrow(RunError);
  await expect(judged).rejects.toThrow(message);
});

test('a body that the tool decoded is not compared with Content-Encoding', async () => {
  const [first] = right;
  if (!first) throw new Error('there is no traffic');
  const text = ofProxy([{ ...first, headers: [...first.headers, ['content-encoding', 'gzip']] }]);
  const { findings } = await judgeTraffic([file(text)]);
  expect(findings).toEqual([]);
});
