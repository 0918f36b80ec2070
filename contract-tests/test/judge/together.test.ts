import { describe, expect, test } from 'vitest';
import { internalsInHeaders } from '../../src/checks/across/careless-headers.ts';
import { slowResponses } from '../../src/checks/across/slow-responses.ts';
import { checks } from '../../src/checks/index.ts';
import type { Judgement } from '../../src/checks/judgement.ts';
import { inSuccess, KEY, OPERATIONS, type ServiceFault, verifyWith } from '../support/service.ts';

const smoke = (fault: ServiceFault) => verifyWith(fault, 'full', { profile: 'smoke' });

describe('checks across responses', () => {
  test('a carId that identifies two vehicles is reported as one finding with both values and both operations', async () => {
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

  test('names are compared case-insensitively', async () => {
    const { findings } = await smoke(
      inSuccess('getVehicle', (body) => ({
        body: { ...body, data: { ...body.data, make: body.data.make.toUpperCase() } },
      })),
    );
    expect(findings).toEqual([]);
  });

  test('a header that reveals internals is reported as one finding for all responses and does not fail the run', async () => {
    const report = await smoke((right) => ({ ...right, headers: { ...right.headers, 'x-powered-by': 'PHP/7.4' } }));
    expect(report.findings).toMatchObject([
      {
        code: 'internals-in-headers',
        level: 'warning',
        fails: false,
        reading:
          'Beyond the contract. The header tells an attacker which weaknesses and machines to try; no client needs it.',
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
])('%s in a header is reported as an address inside the network: %s', (address, isPrivate) => {
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

  test('is reported if a request was sent seconds after a response with the same timestamp', () => {
    expect(codes(response('listBrands', 0, 10), response('getEngines', 3000, 10))).toEqual(['clock-stands-still']);
  });

  test('is not reported if only the response took seconds to arrive', () => {
    expect(codes(response('listBrands', 0, 10), response('getEngines', 3000, 2900))).toEqual([]);
  });
});

describe('a latency budget', () => {
  /** Returns a clock that advances at every call. */
  const clock = (milliseconds: number) => {
    let now = Date.parse('2026-11-23T10:00:00Z');
    return () => {
      now += milliseconds;
      return now;
    };
  };
  const verify = (maxLatency: string, options: object = {}) =>
    verifyWith(undefined, 'full', { profile: 'smoke', now: clock(300), maxLatency, ...options });

  test('exceeded by successes is a warning beyond the contract that states the budget and the measured latency', async () => {
    const report = await verify('p95=100ms');
    const found = report.findings.filter(({ code }) => code === 'slow-responses');
    expect(found).toMatchObject([
      {
        level: 'warning',
        fails: false,
        expected: 'p95 of the successes within 100 ms',
        got: expect.stringMatching(
          new RegExp(`^p95 of \\d+ ms; ${OPERATIONS} of ${OPERATIONS} successes took longer, the slowest \\d+ ms$`),
        ),
      },
    ]);
    expect(found[0]).not.toHaveProperty('clause');
    expect(report.verdict).toBe('conformant');
  });

  test('fails the run with --strict', async () => {
    expect((await verify('p95=0.1s', { strict: true })).verdict).toBe('not conformant');
  });

  test.each(['p95=600s', 'p1=600000ms'])('of %s that is not exceeded has no finding', async (budget) => {
    expect((await verify(budget)).findings.filter(({ code }) => code === 'slow-responses')).toEqual([]);
  });

  test('applies only to successes and uses the nearest-rank method', () => {
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
    'of %s is rejected as invalid',
    async (budget) => {
      await expect(verify(budget)).rejects.toThrow(
        '--max-latency: expected a percentile and a time, such as p95=800ms or p50=1.5s',
      );
    },
  );

  test('for a mock is rejected', async () => {
    await expect(verify('p95=1s', { target: 'mock', profile: 'mock' })).rejects.toThrow(
      '--max-latency: the latency of a mock is meaningless',
    );
  });
});

/** Returns a judgement of a response with the given duration. */
const timed = (status: number, milliseconds: number) =>
  ({ request: {}, response: { status }, milliseconds }) as unknown as Judgement;

describe('a finding shows the part of the response around', () => {
  const long = 'x'.repeat(500);
  test.each<[string, (json: string) => string, RegExp]>([
    ['an invalid number', (json) => json.replace('{', `{"a":"${long}","b":NaN,"c":"${long}",`), /NaN/],
    ['the end of a truncated body', (json) => json.slice(0, -2), /[^…]$/],
  ])('%s', async (_, change, part) => {
    const { findings } = await smoke(inSuccess('listBrands', (body) => ({ body: change(JSON.stringify(body)) })));
    expect(findings).toMatchObject([{ code: 'not-json', received: expect.stringMatching(part) }]);
    expect(findings[0]?.received).toMatch(/^status 200; …/);
  });

  test('a key that is repeated far from the start of a body', async () => {
    const { findings } = await verifyWith(
      inSuccess('listBrands', (body) => ({ body: { ...body, a: long, link: `/api/?key=${KEY}` } })),
      'full',
      { profile: 'smoke' },
    );
    expect(findings).toMatchObject([{ code: 'secret-echoed', received: expect.stringContaining('key=***') }]);
  });
});
