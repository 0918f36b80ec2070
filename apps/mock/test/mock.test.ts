import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { operationTable } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../src/index.ts';
import { examples, queryOf, statusesOf } from './document.ts';

const operations = operationTable.operations.map(({ id }) => id);
const dynamicBodies = process.env.DEEP ? 500 : 25;
let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

async function get(query: string, init: RequestInit = {}, path = '/api/') {
  const response = await fetch(`${mock.address}${path}?${query}`, init);
  const body = await response.text();
  const { status, headers } = response;
  return { status, headers, text: body, body: body === '' ? undefined : JSON.parse(body) };
}
const prefer = (preference: string) => ({ headers: { Prefer: preference } });
const good = (operation: string) => `user=u&key=k&${queryOf(operation)}`;

describe('the selectors determine the operation', () => {
  test.each(operations)('%s returns its own first example', async (operation) => {
    const [first] = examples.filter((e) => e.operation === operation && e.status === '200');
    const { status, body } = await get(good(operation));
    expect(status).toBe(200);
    expect(body).toEqual(first?.body);
  });

  test('the trailing slash of the API path is optional', async () => {
    const [slash, without] = [
      await get(good('listBrands')),
      await get(good('listBrands'), { redirect: 'error' }, '/api'),
    ];
    expect(without.text).toBe(slash.text);
  });
});

describe('Prefer chooses the response', () => {
  test.each(examples)(
    'code=$status and example=$name select this example of $operation',
    async ({ operation, status, name, body }) => {
      const answer = await get(good(operation), prefer(`code=${status}, example=${name}`));
      expect(answer.status).toBe(Number(status));
      expect(answer.body).toEqual(body);
      expect(answer.headers.get('content-type')).toBe('application/json');
    },
  );

  test('an example can be selected without a code', async () => {
    const answer = await get(good('getOemParts'), prefer('example=plan-restriction'));
    expect(answer.status).toBe(403);
  });

  test.each(operations)('%s returns every declared status', async (operation) => {
    const { statuses } = operationTable.operations.find(({ id }) => id === operation) ?? { statuses: [] };
    for (const status of statuses) {
      const answer = await get(good(operation), prefer(`code=${status}`));
      expect(answer.status).toBe(Number(status));
      expect(validate(operation, status, answer.body)).toMatchObject({ ok: true });
    }
  });

  test.each([
    ['code=404, code=200', 404],
    ['CODE=404', 404],
  ])('preference names are case-insensitive, and the first value applies: %s', async (preference, status) => {
    expect((await get(good('getFluids'), prefer(preference))).status).toBe(status);
  });

  test('a 429 response has Retry-After', async () => {
    expect((await get(good('listBrands'), prefer('code=429'))).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await get(good('listBrands'), prefer('code=401'))).headers.get('retry-after')).toBe(null);
  });

  test.each([
    ['code=418', new RegExp(`getFluids does not declare this code; it declares ${statusesOf('getFluids')}\\.`)],
    ['example=nothing', /getFluids does not have this example; it has full, simplified, bare \(200\)/],
    ['code=404, example=full', /getFluids does not have this example; it has [a-z-]+ \(404\)\./],
    ['dynamic=maybe', /dynamic must be true or false/],
    ['delay=soon', /delay must be a number or range of milliseconds up to 600000, such as 2000 or 50-400/],
    ['delay=400-50', /delay must be a number or range of milliseconds/],
    ['fail=perhaps', /fail must be cut or error/],
    ['delai=200', /unknown preference; did you mean delay\?/],
    ['cod=404', /unknown preference; did you mean code\?/],
    ['exampels=full', /unknown preference; did you mean example\?/],
  ])('%s returns 400 with the valid values', async (preference, text) => {
    const { status, body } = await get(good('getFluids'), prefer(preference));
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(text) });
  });

  // Preferences registered with IANA, and words similar to preferences of the mock.
  test.each([
    'respond-async, wait=10',
    'return=minimal; foo="some parameter"',
    'handling=lenient, safe, depth-noroot, transclude',
    'mode=fast',
    'tail=100',
    'relay',
  ])('unknown preferences are ignored: %s', async (preference) => {
    expect((await get(good('listBrands'), prefer(preference))).status).toBe(200);
  });

  test.each(operations)('dynamic bodies for %s vary and contain only documented fields', async (operation) => {
    const bodies = new Set<string>();
    for (let count = 0; count < dynamicBodies; count++) {
      const { body, text } = await get(good(operation), prefer('dynamic=true'));
      expect(validate(operation, 200, body)).toMatchObject({ ok: true, undocumented: [] });
      bodies.add(text);
    }
    expect(bodies.size).toBeGreaterThan(dynamicBodies / 2);
  });
});

const VIN = 'WVWZZZ1KZAW000001';
describe('an invalid request returns the declared error with a specific message', () => {
  test.each([
    ['two selectors', 'user=u&key=k&carId=5&fluids=1&oemParts=1', 400],
    ['allCars=0', `user=u&key=k&vin=${VIN}&allCars=0`, 400],
    ['allCars=1 without vin', 'user=u&key=k&allCars=1', 400],
    ['a VIN of 7 characters', 'user=u&key=k&vin=WVWZZZ1', 400],
    ['a VIN of 18 characters', `user=u&key=k&vin=${VIN}1`, 400],
    ['a VIN with I', 'user=u&key=k&vin=WVWZZZ1KZAW00000I', 400],
    ['a VIN with O', 'user=u&key=k&vin=WVWZZZ1KZAW00000O', 400],
    ['a VIN with Q', 'user=u&key=k&vin=WVWZZZ1KZAW00000Q', 400],
    ['a lower-case VIN', `user=u&key=k&vin=${VIN.toLowerCase()}`, 400],
    ['carId=abc', 'user=u&key=k&carId=abc&only=1', 400],
    ['carId=0', 'user=u&key=k&carId=0&only=1', 400],
    ['carId=0x10', 'user=u&key=k&carId=0x10&only=1', 400],
    ['ALLCARS=1', `user=u&key=k&vin=${VIN}&ALLCARS=1`, 400],
    ['an unknown parameter', 'user=u&key=k&brands=1&page=2', 400],
    ['a foreign parameter', 'user=u&key=k&carId=5&fluids=1&brand=volkswagen', 400],
    ['a repeated vin', `user=u&key=k&vin=${VIN}&vin=${VIN}`, 400],
    ['an invalid escape', 'user=u&key=k&brand=%zz&models=1', 400],
    ['an invalid escape, without a key', 'user=u&brand=%zz&models=1', 401],
    ['no user', 'key=k&brands=1', 401],
    ['no key', 'user=u&brands=1', 401],
    ['an empty key', 'user=u&key=&brands=1', 401],
    ['no vin and no selector', 'user=u&key=k', 400],
    ['no query at all', '', 401],
  ])('%s', async (_, query, expected) => {
    const { status, body } = await get(query, prefer('code=200'));
    expect(status).toBe(expected);
    expect(validate('decodeVin', expected, body)).toMatchObject({ ok: true, undocumented: [] });
  });

  test('the message suggests the nearest selector without repeating possible secrets', async () => {
    const typo = await get('user=u&key=k&carId=1&fluid=1&CANARY-7391=1');
    expect(typo.body.message).toMatch(/ fluid: did you mean fluids\?$/);
    expect(typo.text).not.toContain('CANARY');
  });
});

describe('the HTTP layer', () => {
  test('HEAD returns the headers of GET without a body', async () => {
    const [head, full] = [await get(good('listBrands'), { method: 'HEAD' }), await get(good('listBrands'))];
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(full.text)));
  });

  test.each(['', '/nothing'])('every response names the mock in the Server header: %s', async (path) => {
    const { headers } = await get(good('listBrands'), {}, path || undefined);
    expect(headers.get('server')).toBe('vehicle-lookup-mock');
  });

  test('OPTIONS does not require credentials, so that browsers can send preflight requests', async () => {
    const { status, text, headers } = await get('', { method: 'OPTIONS' });
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    '%s returns 405 with Allow and a documented error body',
    async (method) => {
      const { status, headers, body } = await get(good('listBrands'), { method });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(body).toEqual({ success: false, message: expect.any(String) });
    },
  );

  test.each(['/', '/api/x', '/API/', '//api/'])('%s returns 404 without a documented error body', async (path) => {
    const { status, body } = await get(good('listBrands'), {}, path);
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'There is nothing at this path; the interface is at /api/.' });
  });

  test('the document is served without credentials', async () => {
    const response = await fetch(`${mock.address}/openapi.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      info: { title: expect.any(String) },
    });
  });

  test.each<[string, Record<string, string>, string]>([
    ['X-Api-Key', { 'x-api-key': 'k' }, 'user=u&brands=1'],
    ['Basic', { authorization: `Basic ${btoa('u:k')}` }, 'brands=1'],
  ])('credentials are accepted in the header %s, as in the service', async (_, headers, query) => {
    expect((await get(query, { headers })).status).toBe(200);
    expect((await get(query)).status).toBe(401);
  });

  test('an invalid HTTP request returns a documented error body', async () => {
    const socket = connect(Number(new URL(mock.address).port), '127.0.0.1').end('NONSENSE\r\n\r\n');
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain('access-control-allow-origin: *');
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({ success: false, message: expect.any(String) });
  });

  test('every response is JSON, regardless of the Accept header', async () => {
    const answer = await get(good('listBrands'), { headers: { Accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test('each concurrent request receives its own response', async () => {
    const all = await Promise.all(
      [...operations, ...operations, ...operations].map(async (id) => [id, (await get(good(id))).body]),
    );
    for (const [id, body] of all) {
      expect(body).toEqual(examples.find((e) => e.operation === id && e.status === '200')?.body);
    }
  });
});
