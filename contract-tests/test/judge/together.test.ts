import { describe, expect, test } from 'vitest';
import { internalsInHeaders } from '../../src/checks/across/careless-headers.ts';
import { slowResponses } from '../../src/checks/across/slow-responses.ts';
import { checks } from '../../src/checks/index.ts';
import type { Judgement } from '../../src/checks/judgement.ts';
import { inSuccess, KEY, type ServiceFault, verifyWith } from '../support/service.ts';

const smoke = (fault: ServiceFault) => verifyWith(fault, 'full', { profile: 'smoke' });

describe('checks across responses', () => {
  test('a carId that names two vehicles is one finding, with both values and both operations', async () => {
    const { findings } = await smoke(
      inSuccess('getVehicle', (body) => ({ body: { ...body, data: { ...body.data, make: 'Lada' } } })),
    );
    expect(findings).toMatchObject([
      {
        code: 'meaning',
        clause: 'service.5b',
        reading: expect.stringContaining('one carId is one vehicle'),
        operation: 'getVehicle',
        fails: true,
        got: 'make "Lada" in getVehicle, "Volkswagen" in decodeVin, both for carId 25573',
        received: expect.stringMatching(
          /^status 200; \/data {"make":"Lada","model":"Golf VI",.*}; decodeVin: \/data {"make":"Volkswagen","model":"Golf VI",.*}$/,
        ),
        next: 'Make both operations read the same data: they differ in make.',
        request: expect.stringMatching(/^GET .*only=1; compared with GET \/api\/\?vin=\w+$/),
        reproduce: expect.stringMatching(/^curl .*'only=1'; curl .*'vin=\w+'$/),
      },
    ]);
  });

  test('names in capitals are the same names', async () => {
    const { findings } = await smoke(
      inSuccess('getVehicle', (body) => ({
        body: { ...body, data: { ...body.data, make: body.data.make.toUpperCase() } },
      })),
    );
    expect(findings).toEqual([]);
  });

  test('a careless header is one finding, not one for each response, and does not fail the run', async () => {
    const report = await smoke((right) => ({ ...right, headers: { ...right.headers, 'x-powered-by': 'PHP/7.4' } }));
    expect(report.findings).toMatchObject([
      {
        code: 'internals-in-headers',
        level: 'warning',
        fails: false,
        reading: 'Beyond the contract. It tells an attacker which weaknesses and machines to try; no client needs it.',
        received: 'status 200; x-powered-by: PHP/7.4',
      },
    ]);
    expect(report.findings[0]).not.toHaveProperty('clause');
    expect(report.verdict).toBe('conformant');
  });
});

test.each([
  ['10.0.3.17', true],
  ['172.15.0.3', false],
  ['172.16.0.3', true],
  ['172.20.0.3', true],
  ['172.31.0.3', true],
  ['172.32.0.3', false],
  ['192.168.1.5', true],
  ['192.169.1.5', false],
  ['cache.lan', true],
  ['cache.example.com', false],
])('a header that contains %s reveals an address inside the network: %s', (address, isPrivate) => {
  const judgement = { response: { status: 200, headers: [['via', `1.1 ${address}`]] } } as unknown as Judgement;
  const found = internalsInHeaders.ofRun?.([judgement], {}) ?? [];
  expect(found.map(({ found: { title } }) => title)).toEqual(
    isPrivate ? ['The header via reveals an address inside the network'] : [],
  );
});

describe('a clock that stands still', () => {
  const received = Date.parse('2026-11-23T10:00:00Z');
  /** A response with one timestamp, received `after` milliseconds after the first response. */
  const response = (operation: string, after: number, milliseconds: number) =>
    ({
      request: { operation, kind: 'good', query: [] },
      response: { status: 200, headers: [] },
      received: received + after,
      milliseconds,
      json: { body: { timestamp: '2026-11-23T10:00:00+00:00' } },
      violations: [],
    }) as unknown as Judgement;
  const codes = (...judgements: Judgement[]) =>
    checks.flatMap(({ code, ofRun }) => (ofRun?.(judgements, {}) ?? []).map(() => code));

  test('is found if a request was sent seconds after another response with the same timestamp', () => {
    expect(codes(response('listBrands', 0, 10), response('getEngines', 3000, 10))).toEqual(['clock-stands-still']);
  });

  test('is not found if only the way of a response took seconds', () => {
    expect(codes(response('listBrands', 0, 10), response('getEngines', 3000, 2900))).toEqual([]);
  });
});

describe('a latency budget', () => {
  /** A clock that every look at it moves on. */
  const clock = (milliseconds: number) => {
    let now = Date.parse('2026-11-23T10:00:00Z');
    return () => {
      now += milliseconds;
      return now;
    };
  };
  const verify = (maxLatency: string, options: object = {}) =>
    verifyWith(undefined, 'full', { profile: 'smoke', now: clock(300), maxLatency, ...options });

  test('that successes exceed is a warning beyond the contract, which names the budget and the measurement', async () => {
    const report = await verify('p95=100ms');
    const found = report.findings.filter(({ code }) => code === 'slow-responses');
    expect(found).toMatchObject([
      {
        level: 'warning',
        fails: false,
        expected: 'p95 of the successes within 100 ms',
        got: expect.stringMatching(/^p95 of \d+ ms; 10 of 10 successes took longer, the slowest \d+ ms$/),
      },
    ]);
    expect(found[0]).not.toHaveProperty('clause');
    expect(report.verdict).toBe('conformant');
  });

  test('fails the run with --strict', async () => {
    expect((await verify('p95=0.1s', { strict: true })).verdict).toBe('not conformant');
  });

  test.each(['p95=600s', 'p1=600000ms'])('%s that successes keep is not mentioned', async (budget) => {
    expect((await verify(budget)).findings.filter(({ code }) => code === 'slow-responses')).toEqual([]);
  });

  test('counts successes only, by the nearest rank', () => {
    const judgements = [...Array(19).fill(100), 900].map((milliseconds) => timed(200, milliseconds));
    const rejected = timed(404, 5000);
    const look = (all: Judgement[], percent: number, milliseconds: number) =>
      slowResponses.ofRun?.(all, { maxLatency: { percent, milliseconds } });
    const budget = (percent: number) => look([...judgements, rejected], percent, 800);
    expect([budget(95), budget(50)]).toEqual([[], []]);
    expect(budget(96)).toMatchObject([
      { found: { got: 'p96 of 900 ms; 1 of 20 successes took longer, the slowest 900 ms' } },
    ]);
    expect(look([rejected], 50, 1)).toEqual([]);
  });

  test.each(['800ms', 'p0=1s', 'p101=1s', 'p95=0ms', 'p95=1', 'p95=-1s', 'p95=1m'])(
    '%s is rejected',
    async (budget) => {
      await expect(verify(budget)).rejects.toThrow(
        '--max-latency: expected a percentile and a time, such as p95=800ms or p50=1.5s',
      );
    },
  );

  test('of a mock is rejected', async () => {
    await expect(verify('p95=1s', { target: 'mock', profile: 'mock' })).rejects.toThrow(
      '--max-latency: the latency of a mock is meaningless',
    );
  });
});

/** A response that took so long. */
const timed = (status: number, milliseconds: number) =>
  ({ request: {}, response: { status }, milliseconds }) as unknown as Judgement;

describe('the received response is shown around the relevant location', () => {
  const long = 'x'.repeat(500);
  test.each<[string, (json: string) => string, RegExp]>([
    ['a number that is none', (json) => json.replace('{', `{"a":"${long}","b":NaN,"c":"${long}",`), /NaN/],
    ['a body that breaks off', (json) => json.slice(0, -2), /[^…]$/],
  ])('%s', async (_, change, part) => {
    const { findings } = await smoke(inSuccess('listBrands', (body) => ({ body: change(JSON.stringify(body)) })));
    expect(findings).toMatchObject([{ code: 'not-json', received: expect.stringMatching(part) }]);
    expect(findings[0]?.received).toMatch(/^status 200; …/);
  });

  test('a key that is repeated far behind the start of a body', async () => {
    const { findings } = await verifyWith(
      inSuccess('listBrands', (body) => ({ body: { ...body, a: long, link: `/api/?key=${KEY}` } })),
      'full',
      { profile: 'smoke' },
    );
    expect(findings).toMatchObject([{ code: 'secret-echoed', received: expect.stringContaining('key=***') }]);
  });
});
