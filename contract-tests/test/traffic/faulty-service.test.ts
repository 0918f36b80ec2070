import { describe, expect, test } from 'vitest';
import { judgeTraffic } from '../../src/index.ts';
import type { RunReport } from '../../src/report/report.ts';
import { type Exchange, file, har, ofProxy, traffic } from '../support/traffic.ts';

const VIN = 'WVWZZZ1KZAW000001';
const judge = (exchanges: readonly Exchange[], options = {}): Promise<RunReport> =>
  judgeTraffic([file(ofProxy(exchanges))], options);
const assumption = (report: RunReport, id: string) => report.assumptions.find((one) => one.id === id);

describe('the finding about an accepted invalid request describes the request', () => {
  test.each([
    [
      'vin=WVWZZZ1',
      'A request whose vin is malformed (too short: 7 characters)',
      'Reject a request whose vin is malformed (too short',
    ],
    ['vin=', 'A request whose vin is malformed (empty)', 'Reject a request whose vin is malformed (empty) with 400'],
    ['vin=WVWZZZ1KZAW00000I', 'A request whose vin is malformed (with the character I: WVWZZZ1KZAW00000I)', 'Reject'],
    [
      'carId=0x10&only=1',
      'A request whose carId is malformed ("0x10")',
      'Reject a request whose carId is malformed ("0x10") with 400',
    ],
    ['only=1', 'A request without carId', 'Reject a request without carId with 400'],
  ])('%s', async (query, title, next) => {
    const wrong = await traffic([query], (response) => ({
      ...response,
      status: 200,
      body: { success: true, data: [] },
    }));
    const { findings } = await judge(wrong);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.title).toContain(title);
    expect(findings[0]?.next).toContain(next);
    expect(JSON.stringify(findings)).not.toContain('undefined');
  });
});

const answering =
  (status: number, only: (query: URLSearchParams) => boolean) =>
  <Response extends { status: number }>(response: Response, { query }: { query: URLSearchParams }): Response =>
    only(query) ? { ...response, status, body: { success: false, message: 'It did not work.' } } : response;

test('the finding about a server error names only the value that was sent', async () => {
  const queries = [`vin=${VIN}`, 'carId=3000000000&only=1'];
  const { findings } = await judge(
    await traffic(
      queries,
      answering(500, (query) => query.get('carId') === '3000000000'),
    ),
  );
  expect(findings).toMatchObject([{ code: 'status', operation: 'getVehicle', got: 'status 500 to a valid request' }]);
  expect(findings[0]?.title).not.toContain('25573');
});

describe('a value that the service returned and then rejects with 404', () => {
  const queries = [`vin=${VIN}&allCars=1`, 'carId=25573&only=1', 'carId=25573&fluids=1'];
  const isOnly = (name: string) => (query: URLSearchParams) => query.has(name);

  test('violates the contract if the operation returns a vehicle', async () => {
    const report = await judge(await traffic(queries, answering(404, isOnly('only'))));
    expect(report.findings).toMatchObject([
      {
        code: 'own-value-rejected',
        operation: 'getVehicle',
        fails: true,
        title:
          'getVehicle returns 404 to a valid request, though decodeVinAll of WVWZZZ1KZAW000001 returned the carId 25573',
      },
    ]);
    expect(assumption(report, 'not-found')?.state).toBe('not-observed');
  });

  test('violates only an assumption if the operation returns a list', async () => {
    const report = await judge(await traffic(queries, answering(404, isOnly('fluids'))));
    expect(report).toMatchObject({ verdict: 'conformant' });
    expect(report.findings).toMatchObject([{ code: 'no-entries', operation: 'getFluids', fails: false }]);
    expect(assumption(report, 'not-found')?.state).toBe('not-observed');
  });

  test('is found even if it is the second of several matches', async () => {
    const twoMatches = await traffic([`vin=${VIN}&allCars=1`, 'carId=4102&only=1'], (response, { operation }) => {
      if (operation !== 'decodeVinAll') return response;
      const body = structuredClone(Object(response.body));
      body.data.push({ ...body.data[0], carId: 4102 });
      return { ...response, body };
    });
    const { findings } = await judge(twoMatches);
    expect(findings).toMatchObject([{ code: 'own-value-rejected', operation: 'getVehicle' }]);
  });

  test("is found for a model only if the request has the model's brand", async () => {
    const list = 'brand=volkswagen&models=1';
    const rejected = (query: URLSearchParams) => query.has('variants');
    const ofOther = [list, 'brand=opel&model=golf-vi&variants=1'];
    expect((await judge(await traffic(ofOther, answering(404, rejected)))).findings).toEqual([]);
    const ofOwn = [list, 'brand=volkswagen&model=golf-vi&variants=1'];
    expect((await judge(await traffic(ofOwn, answering(404, rejected)))).findings).toMatchObject([
      { code: 'no-entries', operation: 'listVariants' },
    ]);
  });

  test.each([
    ['a carId that no response contained', ['carId=4102&only=1', `vin=${VIN}&allCars=1`]],
    ['a carId that was returned later', ['carId=25573&only=1', `vin=${VIN}&allCars=1`]],
    ['a VIN without engines', [`vin=${VIN}`, `vin=${VIN}&getEngines=1`]],
  ])('is not reported for %s', async (_, some) => {
    const missing = (query: URLSearchParams) => query.has('only') || query.has('getEngines');
    expect((await judge(await traffic(some, answering(404, missing)))).findings).toEqual([]);
  });
});

describe('the same request with two responses', () => {
  const twice = async (laterMs: number): Promise<Exchange[]> => {
    let count = 0;
    const exchanges = await traffic([`vin=${VIN}&allCars=1`, `allCars=1&vin=${VIN}`], (response) => {
      count += 1;
      const body = structuredClone(Object(response.body));
      if (count === 1) body.data.push({ ...body.data[0], carId: 4102 });
      return { ...response, body };
    });
    const start = Date.parse('2026-11-23T08:00:00Z');
    return exchanges.map((exchange, index) => ({
      ...exchange,
      started: new Date(start + index * laterMs).toISOString(),
      body: exchange.body.replace(/"timestamp":"[^"]*"/, '"timestamp":"2026-11-23T08:00:00+00:00"'),
    }));
  };
  const changes = async (laterMs: number) =>
    (await judge(await twice(laterMs))).findings.filter(({ code }) => code === 'changed-response');

  test('within a short time is a warning', async () => {
    expect(await changes(50)).toMatchObject([
      { level: 'warning', operation: 'decodeVinAll', got: 'first 4 records, then 3 records' },
    ]);
  });

  test('an hour apart is not a finding', async () => {
    expect(await changes(3_600_000)).toEqual([]);
  });
});

describe('requests for the first characters of a VIN in traffic', () => {
  test('confirm partial-vin for the operations that find the vehicles for the whole VIN', async () => {
    const report = await judge(await traffic([`vin=${VIN}&allCars=1`, `vin=${VIN.slice(0, 8)}&allCars=1`]));
    expect(assumption(report, 'partial-vin')).toMatchObject({
      state: 'confirmed',
      how: expect.stringContaining('decodeVinAll'),
    });
  });

  test('contradict partial-vin if an operation finds only the whole VIN', async () => {
    const queries = [
      `vin=${VIN}&allCars=1`,
      `vin=${VIN.slice(0, 8)}&allCars=1`,
      `vin=${VIN}&getEngines=1`,
      `vin=${VIN.slice(0, 8)}&getEngines=1`,
    ];
    const isPart = (query: URLSearchParams) => query.has('getEngines') && query.get('vin') !== VIN;
    const report = await judge(await traffic(queries, answering(404, isPart)));
    expect(report.findings).toMatchObject([{ code: 'partial-vin', operation: 'getEngines', fails: false }]);
  });
});

describe('a response that a browser could not read', () => {
  const broken = async (error: object): Promise<RunReport> => {
    const [first, second] = await traffic([`vin=${VIN}`, `vin=${VIN}&allCars=1`]);
    const entries = JSON.parse(ofProxy(first && second ? [first, second] : [])).log.entries;
    delete entries[1].response.content.text;
    Object.assign(entries[1].response, error);
    return judgeTraffic([file(har(entries))]);
  };

  test.each([
    ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'network', /broke off|closed before the response was complete/],
    ['net::ERR_CONTENT_LENGTH_MISMATCH', 'not-http', /length differs from Content-Length/],
    ['net::ERR_CONTENT_DECODING_FAILED', 'content-encoding', /./],
  ])('%s is a finding', async (failure, code, got) => {
    const { findings } = await broken({ _failureText: failure });
    expect(findings).toMatchObject([{ code, operation: 'decodeVinAll', got: expect.stringMatching(got) }]);
    expect((await broken({ _error: failure })).findings).toMatchObject([{ code }]);
  });

  test('because the user left the page is not a finding', async () => {
    const report = await broken({ _failureText: 'net::ERR_ABORTED', status: -1 });
    expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
    expect(report.notes).toContainEqual(expect.stringMatching(/^1 of 2 responses were never completed/));
  });
});
