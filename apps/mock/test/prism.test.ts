import { createRequire } from 'node:module';
import { operationTable, resolveOperation } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';
import { type Document, type MediaType, type Parameter, readOperations, type Schema } from '@vehicle-lookup/openapi';
import { CANARY, canaryIn, closedAddress, type RunningProgram, start } from '@vehicle-lookup/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { forExamples, readDocument } from '../src/document.ts';
import { createMock } from '../src/mock.ts';
import { createPrism, type RequestPrism } from '../src/prism.ts';
import { queryOf, statusesOf } from './document.ts';
import { start as startMock } from './start.ts';

const VIN = 'WVWZZZ1KZAW000001';
const MAX_CAR_ID = 9_007_199_254_740_991;

/** Returns a function that sends queries to a mock of a modified document. */
async function mockOf(change: (document: Document) => void) {
  const document = readDocument();
  change(document);
  const responseTo = await createMock(document);
  return async (query: string, prefer = '') => {
    const { status, body } = await responseTo({ query: `user=u&key=k&${query}`, headers: { prefer } });
    return { status, body: body === undefined ? undefined : JSON.parse(`${body}`) };
  };
}

const operationIn = (document: Document, id: string) =>
  readOperations(document).find((operation) => operation.id === id) as ReturnType<typeof readOperations>[number];

/** Returns the media type of a successful response, which a test can modify. */
const successOf = (document: Document, id: string): MediaType =>
  operationIn(document, id).responses.find(({ status }) => status === '200')?.media[0]?.node as MediaType;

describe('changes in the document affect the decisions of Prism', () => {
  const query = 'carId=11&fluids=1';

  test('a query that the resolver accepts is rejected if a parameter is stricter', async () => {
    const get = await mockOf((document) => {
      const carId = operationIn(document, 'getFluids').parameters.find(({ name }) => name === 'carId');
      (carId?.node as Parameter).schema = { type: 'integer', maximum: 10 };
    });
    expect((await get('carId=10&fluids=1')).status).toBe(200);
    const rejected = await get(query, 'code=404');
    expect(rejected.status).toBe(400);
    expect(validate('getFluids', 400, rejected.body)).toMatchObject({ ok: true });
  });

  test('every query is rejected if the document requires a further credential', async () => {
    const get = await mockOf((document) => {
      Object.assign(document.components?.securitySchemes ?? {}, {
        token: { type: 'apiKey', in: 'query', name: 'token' },
      });
      document.security = (document.security ?? []).map((schemes) => ({ ...schemes, token: [] }));
    });
    expect((await get(query)).status).toBe(401);
  });

  test('a default response applies to every code', async () => {
    const get = await mockOf((document) => {
      const { responses = {} } = operationIn(document, 'getFluids').node;
      responses.default = responses['500'] ?? {};
    });
    expect((await get(query, 'code=418')).status).toBe(418);
  });

  test('the lowest successful status is the default', async () => {
    const get = await mockOf((document) => {
      const { responses = {} } = operationIn(document, 'getFluids').node;
      operationIn(document, 'getFluids').node.responses = { ...responses, 202: responses['200'] ?? {} };
    });
    expect((await get(query)).status).toBe(200);
    expect((await get(query, 'code=202')).status).toBe(202);
  });

  test('a response without examples is generated from its schema', async () => {
    const get = await mockOf((document) => {
      const media = successOf(document, 'getFluids');
      delete media.examples;
      media.schema = { type: 'array', minItems: 2, maxItems: 2, items: { const: 'fluid' } } as Schema;
    });
    expect((await get(query)).body).toEqual(['fluid', 'fluid']);
  });

  test.each(['', 'dynamic=true'])('a response without a declared body has no body (Prefer: %s)', async (prefer) => {
    const get = await mockOf((document) => {
      for (const { node } of operationIn(document, 'getFluids').responses) delete node.content;
    });
    expect(await get(query, prefer)).toEqual({ status: 200, body: undefined });
  });

  test('numbers in a dynamic body are similar to the number in the example', async () => {
    const get = await mockOf((document) => {
      const [full] = Object.values(successOf(document, 'getVehicle').examples ?? {});
      const example = JSON.parse(JSON.stringify(document.components?.examples))[
        `${Object(full).$ref}`.split('/').at(-1) ?? ''
      ];
      example.value.data.kwPowerFrom = 5000;
      successOf(document, 'getVehicle').examples = { full: example };
    });
    const powers = new Set<number>();
    for (let count = 0; count < 20; count++)
      powers.add((await get('carId=11&only=1', 'dynamic=true')).body.data.kwPowerFrom);
    expect(powers.size).toBeGreaterThan(10);
    expect(Math.min(...powers)).toBeGreaterThanOrEqual(3000);
    expect(Math.max(...powers)).toBeLessThanOrEqual(7500);
  });
});

describe('query validation', () => {
  let prism: RequestPrism;
  beforeAll(async () => {
    prism = await createPrism(forExamples(readDocument()));
  });
  const credentials = [
    ['user', CANARY],
    ['key', CANARY],
  ] as const;

  const name = fc.string({ minLength: 1, unit: 'binary' });
  const values: Record<string, fc.Arbitrary<string>> = {
    vin: fc.stringMatching(/^[A-HJ-NPR-Z0-9]{8,17}$/),
    carId: fc.integer({ min: 1, max: MAX_CAR_ID }).map(String),
    brand: name,
    model: name,
  };

  test.each(operationTable.operations)(
    'the resolver and Prism accept the same queries for $id',
    async ({ id, selectors, parameters }) => {
      const query = fc.record(
        Object.fromEntries(Object.keys(parameters).map((parameter) => [parameter, values[parameter] ?? name])),
      );
      await fc.assert(
        fc.asyncProperty(query, async (own) => {
          const pairs = [...credentials, ...Object.entries({ ...own, ...selectors })];
          expect(resolveOperation(pairs)).toMatchObject({ ok: true, operation: id });
          expect(await prism({ operation: id, pairs })).toMatchObject({ isValid: true, status: 200 });
        }),
      );
    },
  );

  test.each([
    ['no user', 'decodeVin', `key=k&vin=${VIN}`, 401],
    ['an empty key', 'decodeVin', `user=u&key=&vin=${VIN}`, 401],
    ['a missing vin', 'decodeVin', 'user=u&key=k', 400],
    ['a VIN of 7 characters', 'decodeVin', 'user=u&key=k&vin=WVWZZZ1', 400],
    ['a VIN of 18 characters', 'decodeVin', `user=u&key=k&vin=${VIN}1`, 400],
    ['a VIN with I', 'decodeVin', 'user=u&key=k&vin=WVWZZZ1KZAW00000I', 400],
    ['a repeated vin', 'decodeVin', `user=u&key=k&vin=${VIN}&vin=${VIN}`, 400],
    ['carId=abc', 'getFluids', 'user=u&key=k&carId=abc&fluids=1', 400],
    ['carId=0', 'getFluids', 'user=u&key=k&carId=0&fluids=1', 400],
    ['a carId above the maximum', 'getFluids', 'user=u&key=k&carId=9007199254740993&fluids=1', 400],
    ['an empty brand', 'listModels', 'user=u&key=k&brand=&models=1', 400],
    ['fluids=0', 'getFluids', 'user=u&key=k&carId=5&fluids=0', 400],
  ])('the resolver and Prism reject %s', async (_, operation, query, status) => {
    const pairs = [...new URLSearchParams(query)];
    expect(resolveOperation(pairs)).toMatchObject({ ok: false, error: { status } });
    const response = await prism({ operation, pairs, code: '404' });
    expect(response).toMatchObject({ isValid: false, status });
    expect(validate(operation, status, response?.body)).toMatchObject({ ok: true });
  });

  test('responses do not repeat a key', async () => {
    for (const { id, statuses } of operationTable.operations) {
      const query = [...credentials, ...new URLSearchParams(queryOf(id))] as const;
      for (const code of [...statuses, '418']) {
        const options = { operation: id, pairs: query, code };
        const responses = [
          await prism(options),
          await prism({ ...options, seed: '1' }),
          await prism({ ...options, example: CANARY }),
        ];
        expect(canaryIn(JSON.stringify(responses))).toEqual([]);
      }
    }
  });
});

// These are the rows of the table in the README. If a test fails, Prism has changed, and the row is obsolete.
describe('`prism mock` on the document with one path per operation', () => {
  let prism: RunningProgram;
  let origin: string;
  beforeAll(async () => {
    const require = createRequire(import.meta.url);
    const address = new URL(await closedAddress());
    ({ origin } = address);
    const document = require.resolve('@vehicle-lookup/spec/operations.json');
    const args = ['mock', document, '-p', address.port, '-h', '127.0.0.1'];
    prism = start(require.resolve('@stoplight/prism-cli/dist/index.js'), args);
    await prism.printed('listening');
  });

  const ofPrism = async (path: string, query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/${path}?${query}`, { headers });
    return { status: response.status, body: await response.json() };
  };

  test.each([
    ['accepts two selectors', 'getFluids', 'user=u&key=k&carId=5&fluids=1&oemParts=1', 400],
    ['accepts an unknown parameter', 'listBrands', 'user=u&key=k&brands=1&page=2', 400],
    ['accepts a name in upper case', 'decodeVinAll', `user=u&key=k&vin=${VIN}&ALLCARS=1`, 400],
    ['accepts a hexadecimal number', 'getFluids', 'user=u&key=k&carId=0x10&fluids=1', 400],
    ['accepts a leading zero', 'getFluids', 'user=u&key=k&carId=007&fluids=1', 400],
    ['accepts a repeated key', 'listBrands', 'user=u&key=k&key=k&brands=1', 401],
    ['accepts an invalid escape', 'listModels', 'user=u&key=k&brand=%zz&models=1', 400],
  ])('%s: %s?%s', async (_, operation, query, expected) => {
    expect((await ofPrism(operation, query)).status).toBe(200);
    const { mock } = await startMock({});
    expect((await fetch(`${mock.address}/api/?${query}`)).status).toBe(expected);
  });

  test('Prism returns the message for a malformed carId if carId is missing', async () => {
    const query = 'fluids=1';
    expect(await ofPrism('getFluids', `user=u&key=k&${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^carId: expected/) },
    });
    const { get } = await startMock({});
    expect((await get(query)).body.message).toMatch(/^carId: missing/);
  });

  test.each([
    [
      'code=418',
      { status: 404, body: { detail: 'Requested status code 418 is not defined in the document.' } },
      statusesOf('getOemParts'),
    ],
    [
      'example=nothing',
      { status: 404, body: { detail: expect.stringContaining('exampleKey: nothing does not exist') } },
      'full (200)',
    ],
    ['code=404, example=full', { status: 200, body: { success: true } }, '(404)'],
    ['delai=2000', { status: 200, body: { success: true } }, 'did you mean delay?'],
  ])('Prefer: %s returns a response that does not list the declared values', async (prefer, answer, listed) => {
    const query = queryOf('getOemParts');
    expect(await ofPrism('getOemParts', `user=u&key=k&${query}`, { prefer })).toMatchObject(answer);
    const { get } = await startMock({});
    const { status, body } = await get(query, prefer);
    expect(status).toBe(400);
    expect(body.message).toContain(listed);
  });

  test('Prism searches for an example only in the successful response', async () => {
    const prefer = 'example=plan-restriction';
    const query = queryOf('getOemParts');
    expect((await ofPrism('getOemParts', `user=u&key=k&${query}`, { prefer })).status).toBe(404);
    const { get } = await startMock({});
    expect((await get(query, prefer)).status).toBe(403);
  });

  test('Prism rejects requests that accept only HTML', async () => {
    const accept = 'text/html';
    expect((await ofPrism('listBrands', 'user=u&key=k&brands=1', { accept })).status).toBe(406);
  });

  test('Prism generates valid bodies that do not contain values from the request', async () => {
    for (const { id } of operationTable.operations) {
      const { status, body } = await ofPrism(id, `user=u&key=k&${queryOf(id)}`, { prefer: 'dynamic=true' });
      expect(status).toBe(200);
      expect(validate(id, 200, body)).toMatchObject({ ok: true });
    }
    const { body } = await ofPrism('getVehicle', 'user=u&key=k&carId=25573&only=1', { prefer: 'dynamic=true' });
    expect((body as { data: { carId: number } }).data.carId).not.toBe(25573);
  });
});
