import { operationTable } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleData, exampleParameters } from '../../demo/examples.ts';
import { EMPTY_CAR, VIN } from './fakes.ts';
import { type AppServer, as, get, paid, raw, responses, start } from './server.ts';

const operations = operationTable.operations.map(({ id }) => id);
const queryOf = (operation: string): string => new URLSearchParams(exampleParameters(operation)).toString();

let server: AppServer;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00.999Z') });
  server = await start();
});
afterAll(() => {
  vi.useRealTimers();
});

/** Request bodies, which the API does not use. */
const BODIES = [
  ['text/weird', 'x'],
  ['application/json', '{broken'],
  ['application/json', '{"__proto__":{}}'],
  ['no type', 'x'],
  ['', 'x'],
] as const;
const error = { success: false, message: expect.any(String) };

describe('valid requests', () => {
  test.each(operations)('%s returns a response in the full envelope', async (operation) => {
    const { status, headers, body } = await get(server, paid(queryOf(operation)));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(Object.entries(body)).toEqual([
      ['success', true],
      ['timestamp', '2026-11-20T10:00:00+00:00'],
      ['api_version', '2.0'],
      ['data', exampleData(operation)],
    ]);
    expect(validate(operation, 200, body)).toMatchObject({ ok: true, envelope: 'full' });
  });

  test('the trailing slash of the API path is optional', async () => {
    const [slash, none] = [
      await get(server, paid('brands=1')),
      await get(server, paid('brands=1'), { redirect: 'error' }, '/api'),
    ];
    expect(none.text).toBe(slash.text);
  });

  test.each(['getFluids', 'getOemParts', 'getRepairTimes'])(
    '%s returns an empty list for a known vehicle without entries',
    async (operation) => {
      const { status, body } = await get(server, paid(queryOf(operation).replace(/carId=\d+/, `carId=${EMPTY_CAR}`)));
      expect([status, body.data]).toEqual([200, []]);
    },
  );

  test('a response has the headers that keep the key private', async () => {
    const { headers } = await get(server, paid('brands=1'));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('vary')).toBe('Origin');
  });

  test('a response has a request ID', async () => {
    const { headers } = await get(server, paid('brands=1'));
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the Accept header and a request body do not affect the status', async () => {
    const { status } = await get(server, paid('brands=1'), { headers: { Accept: 'text/html', 'Accept-Version': '9' } });
    expect(status).toBe(200);
    for (const [type, content] of BODIES) {
      const head = `Content-Type: ${type}\r\nContent-Length: ${content.length}\r\n`;
      for (const [method, expected] of [
        ['GET', 200],
        ['HEAD', 200],
        ['OPTIONS', 204],
      ] as const) {
        const line = `${method} /api/?${paid('brands=1')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
        const received = responses(await raw(server.port, `${line}${head}\r\n${content}`));
        expect([method, type, received[0]?.status]).toEqual([method, type, expected]);
      }
    }
  });

  test('each concurrent request receives its own response', async () => {
    const all = [...operations, ...operations, ...operations];
    const received = await Promise.all(all.map((operation) => get(server, paid(queryOf(operation)))));
    for (const [index, { body }] of received.entries()) expect(body.data).toEqual(exampleData(all[index] as string));
  });
});

describe('a query without results returns 404', () => {
  test.each([
    ['decodeVin', 'vin=ZZZZZZZZ'],
    ['decodeVinAll', 'vin=ZZZZZZZZ&allCars=1'],
    ['getVehicle', 'carId=1&only=1'],
    ['getFluids', 'carId=1&fluids=1'],
    ['getOemParts', 'carId=1&oemParts=1'],
    ['getRepairTimes', 'carId=1&timeRepair=1'],
    ['listModels', 'brand=nobody&models=1'],
    ['listVariants', 'brand=volkswagen&model=nothing&variants=1'],
    ['getEngines', 'vin=ZZZZZZZZ&getEngines=1'],
  ])('%s', async (operation, query) => {
    const { status, body } = await get(server, paid(query));
    expect(status).toBe(404);
    expect(validate(operation, 404, body)).toMatchObject({ ok: true });
  });
});

describe('an invalid request returns the declared error with a specific message', () => {
  test.each([
    ['two selectors', paid('carId=5&fluids=1&oemParts=1'), 400],
    ['allCars=0', paid(`vin=${VIN}&allCars=0`), 400],
    ['allCars=1 without vin', paid('allCars=1'), 400],
    ['a VIN of 7 characters', paid('vin=WVWZZZ1'), 400],
    ['a VIN of 18 characters', paid(`vin=${VIN}1`), 400],
    ['a VIN with I', paid('vin=WVWZZZ1KZAW00000I'), 400],
    ['a VIN with O', paid('vin=WVWZZZ1KZAW00000O'), 400],
    ['a VIN with Q', paid('vin=WVWZZZ1KZAW00000Q'), 400],
    ['a lower-case VIN', paid(`vin=${VIN.toLowerCase()}`), 400],
    ['carId=abc', paid('carId=abc&only=1'), 400],
    ['carId=0', paid('carId=0&only=1'), 400],
    ['carId=0x10', paid('carId=0x10&only=1'), 400],
    ['carId=1e3', paid('carId=1e3&only=1'), 400],
    ['carId with a space', paid('carId=+5&only=1'), 400],
    ['a carId above the largest safe integer', paid('carId=9007199254740993&only=1'), 400],
    ['ALLCARS=1', paid(`vin=${VIN}&ALLCARS=1`), 400],
    ['vin[]', paid(`vin[]=${VIN}`), 400],
    ['an unknown parameter', paid('brands=1&page=2'), 400],
    ['a parameter named __proto__', paid('brands=1&__proto__=1'), 400],
    ['a foreign parameter', paid('carId=5&fluids=1&brand=volkswagen'), 400],
    ['a repeated vin', paid(`vin=${VIN}&vin=${VIN}`), 400],
    ['an empty brand', paid('brand=&models=1'), 400],
    ['an invalid escape', paid('brand=%zz&models=1'), 400],
    ['an incomplete escape', paid('brand=a%2&models=1'), 400],
    ['bytes that are not UTF-8', paid('brand=%ff&models=1'), 400],
    ['no vin and no selector', paid(), 400],
    ['only carId', paid('carId=5'), 400],
    ['no user', 'key=k&brands=1', 401],
    ['no key', 'user=u&brands=1', 401],
    ['an empty user', 'user=&key=k&brands=1', 401],
    ['an empty key', 'user=u&key=&brands=1', 401],
    ['a repeated key', `${paid('brands=1')}&key=k`, 401],
    ['an invalid key', as('paid', 'brands=1', 'wrong'), 401],
    ['an unknown user', as('nobody', 'brands=1'), 401],
    ['a key that cannot be decoded', as('paid', 'brands=1', '%zz'), 401],
    ['no query at all', '', 401],
  ])('%s', async (_, query, expected) => {
    const { status, body, headers } = await get(server, query);
    expect(status).toBe(expected);
    expect(validate('decodeVin', expected, body)).toMatchObject({ ok: true, undocumented: [] });
    expect(headers.has('www-authenticate')).toBe(expected === 401);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('an unknown user, an invalid key and a lockout return the same response', async () => {
    const [unknown, wrong, locked] = [
      await get(server, as('nobody', 'brands=1')),
      await get(server, as('paid', 'brands=1', 'wrong')),
      await get(server, as('locked', 'brands=1')),
    ];
    expect(wrong.text).toBe(unknown.text);
    expect(locked.text).toBe(unknown.text);
    expect([unknown, wrong, locked].map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, '900']);
  });
});

describe('methods and paths', () => {
  test('HEAD returns the headers of GET without a body', async () => {
    const [head, full] = [await get(server, paid('brands=1'), { method: 'HEAD' }), await get(server, paid('brands=1'))];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(full.text)));
    expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'));
  });

  test('a rejected HEAD request returns the status of GET without a body', async () => {
    const { status, text } = await get(server, '', { method: 'HEAD' });
    expect([status, text]).toEqual([401, '']);
  });

  test('OPTIONS returns 204 without credentials and lists the allowed methods', async () => {
    const { status, text, headers } = await get(server, '', { method: 'OPTIONS' });
    expect([status, text, headers.get('allow')]).toEqual([204, '', 'GET, HEAD, OPTIONS']);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'SEARCH'])(
    '%s returns 405 with Allow for any body',
    async (method) => {
      for (const type of ['application/json', 'no type', 'text/plain']) {
        const init = { method, body: '{broken', headers: { 'Content-Type': type } };
        const { status, headers, body } = await get(server, paid('brands=1'), init);
        expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
        expect(body).toEqual(error);
      }
    },
  );

  test.each(['/', '/api/x', '/API/', '//api/', '/api//', '/api%2F', '/metrics', '/health', '/api/;x=1', '/*'])(
    '%s returns 404 in a format that differs from the 404 response of the API',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        const { status, body } = await get(server, paid('brands=1'), { method }, path);
        expect(status).toBe(404);
        if (method !== 'HEAD') expect(body).toEqual({ error: expect.any(String) });
      }
    },
  );

  test('a path that cannot be decoded returns 400', async () => {
    const { status, body } = await get(server, paid('brands=1'), {}, '/api/%zz');
    expect([status, body]).toEqual([400, error]);
  });

  test('a URL of more than 2,048 bytes returns 414', async () => {
    const query = paid('brand=');
    const fits = 'x'.repeat(2_048 - '/api/?'.length - query.length);
    expect((await get(server, query + fits)).status).toBe(400);
    expect(await get(server, `${query + fits}x`)).toMatchObject({ status: 414, body: error });
  });
});

describe('if several statuses apply', () => {
  test('401 takes precedence over 400, 403 and 404', async () => {
    for (const query of ['nothing=1', 'oemParts=1&carId=1', 'vin=ZZZZZZZZ', 'brand=%zz']) {
      expect((await get(server, as('free', query, 'wrong'))).status).toBe(401);
    }
  });

  test('400 takes precedence over 403, and 403 over 404', async () => {
    expect((await get(server, as('free', 'oemParts=1&carId=x'))).status).toBe(400);
    expect((await get(server, as('free', 'oemParts=1&carId=1'))).status).toBe(403);
  });
});

describe('web pages of other origins', () => {
  let cors: AppServer;
  beforeAll(async () => {
    cors = await start({ corsOrigin: ['https://app.example.com'] });
  });
  const from = (origin: string, method = 'GET') => get(cors, paid('brands=1'), { method, headers: { Origin: origin } });

  test('a listed origin may read responses and errors', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers } = await from('https://app.example.com', method);
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
      expect(headers.get('vary')).toBe('Origin');
    }
    const preflight = await from('https://app.example.com', 'OPTIONS');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['https://app.example.com.evil.org', 'http://app.example.com', 'null', 'https://app.example.com:8443'])(
    '%s may not read responses',
    async (origin) => {
      const { headers } = await from(origin);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});
