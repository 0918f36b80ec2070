import { readFileSync } from 'node:fs';
import { type Document, operationTable } from '@vehicle-lookup/openapi';
import { startMock } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { createVehicleLookup, VehicleLookupError } from '../src/index.ts';
import { connect, operations } from '../src/operations/operations.ts';
import { answering, serve } from './support/service.ts';
import { methodOf, wrong } from './support/untyped.ts';

const document: Document = JSON.parse(
  readFileSync(new URL('../../../spec/dist/openapi.json', import.meta.url), 'utf8'),
);
const table = operationTable(document);
const { address: baseUrl } = await startMock();
const options = { baseUrl, user: 'demo', key: 'demo' };
const client = createVehicleLookup(options);
const given: Record<string, string | number> = {
  vin: 'WVWZZZ1KZAW000001',
  carId: 25573,
  brand: 'volkswagen',
  model: 'golf-vi',
};

const method = (id: string) => methodOf(client, id);
const inputs = (id: string) => {
  const entry = table.operations.find((one) => one.id === id);
  return Object.keys(entry?.parameters ?? {}).map((name) => given[name]);
};

describe.each(table.operations)('$id', ({ id }) => {
  test('returns parsed data and the body', async () => {
    const success = await method(id)(...inputs(id));
    expect(success).toMatchObject({
      ok: true,
      status: 200,
      issues: [],
      timestamp: expect.stringMatching(/^\d{4}-/),
      apiVersion: '2.0',
    });
    expect(Object.keys(success.data).length).toBeGreaterThan(0);
    expect(success.raw).toMatchObject({ success: true });
    expect(JSON.stringify(success.data)).not.toContain('""');
  });

  test('is also available as a function', async () => {
    const connection = connect(options);
    const call = operations[id] as unknown as (...args: unknown[]) => Promise<{ data: object }>;
    expect((await call(connection, ...inputs(id))).data).toEqual((await method(id)(...inputs(id))).data);
  });
});

test.each(['simplified', 'bare'])('the %s envelope contains the first fluids of the full envelope', async (example) => {
  const { data } = await client.getFluids(25573, { headers: { prefer: `example=${example}` } });
  expect(data).toEqual((await client.getFluids(25573)).data.slice(0, 2));
});

test('the numeric strings of a simplified vehicle become numbers', async () => {
  const { data, raw } = await client.decodeVin('WVWZZZ1KZAW000001', { headers: { prefer: 'example=simplified' } });
  expect(raw.data.carId).toBeTypeOf('string');
  expect(data.carId).toBe(Number(raw.data.carId));
});

test('the headers of a response are returned', async () => {
  const { headers } = await client.listBrands();
  expect(headers.get('content-type')).toContain('application/json');
});

describe('before a request is made', () => {
  const nothing = createVehicleLookup({
    ...options,
    fetch: () => Promise.reject(new Error('a request was made')),
  });
  test.each<[string, unknown[], string]>([
    [
      'decodeVin',
      ['WVWZZZ1'],
      'vin: expected 8 to 17 characters from A-H, J-N, P, R-Z and 0-9, got string of 7 characters',
    ],
    ['decodeVin', ['ßßßßß'], 'got "ß" at position 1.'],
    ['decodeVin', ['ſVWZZZ1KZAW000001'], 'vin: expected'],
    ['decodeVin', ['WVWZZZ1KZAW0000012'], 'got string of 18 characters.'],
    [
      'decodeVin',
      ['WVWZZZ1KZAW00000O'],
      'vin: expected 8 to 17 characters from A-H, J-N, P, R-Z and 0-9, got "O" at position 17; I, O and Q are not used.',
    ],
    ['decodeVin', [' wvwi'], 'got "i" at position 4; I, O and Q are not used.'],
    ['decodeVin', ['WVW-ZZZ-1KZ'], 'got "-" at position 4.'],
    ['decodeVinAll', ['OVWZZZ1KZAW000001'], 'vin: expected'],
    ['getEngines', ['QVWZZZ1KZAW000001'], 'vin: expected'],
    ['decodeVin', [], 'got undefined'],
    ['decodeVin', [12345678], 'got 12345678'],
    ['getVehicle', [0], 'carId: expected an integer from 1 to 9007199254740991, got 0.'],
    ['getFluids', [-1], 'got -1'],
    ['getFluids', [1.5], 'carId: expected'],
    ['getFluids', [Number.NaN], 'carId: expected'],
    ['getFluids', [2 ** 53], 'carId: expected'],
    ['getOemParts', ['25573'], 'got string of 5 characters'],
    ['getRepairTimes', [null], 'got null'],
    ['listModels', [''], 'brand: expected a non-empty text, got string of 0 characters'],
    ['listModels', ['  '], 'brand: expected'],
    ['listVariants', ['volkswagen', ''], 'model: expected'],
    ['listVariants', ['volkswagen'], 'model: expected a non-empty text, got undefined'],
    ['listModels', [['volkswagen']], 'got array'],
  ])('%s(...%j) is rejected', async (id, args, message) => {
    const error = await methodOf(nothing, id)(...args).catch((reason) => reason);
    expect(error).toBeInstanceOf(VehicleLookupError);
    expect(error).toMatchObject({ code: 'invalid_argument', operation: id, message: expect.stringContaining(message) });
  });

  test('null as options is ignored', async () => {
    const result = await client.decodeVin('WVWZZZ1KZAW000001', wrong(null)).safe();
    expect(result).toMatchObject({ ok: true });
  });

  test.each([' wvwzzz1kzaw000001 ', 'WvwZZZ1KZAW000001\n'])(
    'the VIN %j is trimmed and converted to capitals',
    async (vin) => {
      const { raw } = await createVehicleLookup({
        ...options,
        baseUrl: await serve((request, response) =>
          answering(200, { success: true, data: { carId: 1, address: request.url } })(request, response),
        ),
      }).decodeVin(vin);
      expect(JSON.stringify(raw)).toContain('vin=WVWZZZ1KZAW000001&');
    },
  );
});
