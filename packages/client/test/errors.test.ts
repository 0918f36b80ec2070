import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createVehicleLookup, type ErrorCode, VehicleLookupError } from '../src/index.ts';
import { answering, serve, turns } from './support/service.ts';

const account = { user: 'demo', key: 'demo', retry: false } as const;
const client = async (...[status, body, headers]: Parameters<typeof answering>) =>
  createVehicleLookup({ baseUrl: await serve(answering(status, body, headers)), ...account });
const failed = { success: false, message: 'No.' };

describe('the status determines the error code', () => {
  test.each<[number, ErrorCode, string]>([
    [400, 'bad_request', 'Check the arguments.'],
    [401, 'unauthorized', 'Check the credentials.'],
    [403, 'forbidden_by_plan', 'Change the plan.'],
    [404, 'not_found', 'Check the arguments.'],
    [418, 'bad_request', 'Check the arguments.'],
    [429, 'rate_limited', 'Try again later.'],
    [500, 'server', 'Try again later.'],
    [503, 'server', 'Try again later.'],
    [200, 'rejected', 'Try again later.'],
  ])('%i: %s', async (status, code, next) => {
    const error = await (await client(status, failed)).getOemParts(1).catch((reason) => reason);
    expect(error).toBeInstanceOf(VehicleLookupError);
    expect(error).toMatchObject({ code, status, operation: 'getOemParts' });
    expect(error.message).toBe(`getOemParts: HTTP ${status}: No. ${next}`);
  });
});

test.each<[number, string, ErrorCode]>([
  [401, '', 'unauthorized'],
  [401, '<p>', 'unauthorized'],
  [403, '', 'forbidden_by_plan'],
  [403, '<p>', 'forbidden_by_plan'],
  [410, '<p>', 'bad_request'],
])('%i with the body "%s" is %s', async (status, body, code) => {
  const error = await (await client(status, body)).getOemParts(1).catch((reason) => reason);
  expect(error).toMatchObject({ code, status, message: expect.stringContaining(`HTTP ${status}. `) });
});

test.each(['quota', 'Quota!', 'Really?', 'Done.'])(
  'the service message ends with a punctuation mark before the next step: %s',
  async (message) => {
    const error = await (await client(429, { success: false, message })).getFluids(1).catch((reason) => reason);
    expect(error.message).toMatch(/: (quota\.|Quota!|Really\?|Done\.) Try again later\.$/);
  },
);

describe('the error message', () => {
  test.each([
    [{ message: 'a', error: 'b', detail: 'c' }, 'a'],
    [{ message: '', error: 'b', detail: 'c' }, 'b'],
    [{ message: ' ', error: { code: 1 }, detail: 'c' }, 'c'],
  ])('contains the first string in %j', async (body, text) => {
    await expect((await client(400, body)).getFluids(1)).rejects.toThrow(`getFluids: HTTP 400: ${text}. Check`);
  });

  test('contains only the status if the body has no message', async () => {
    await expect((await client(400, {})).getFluids(1)).rejects.toThrow('getFluids: HTTP 400. Check the arguments.');
  });

  test('is truncated if the service message is long', async () => {
    const error = await (await client(400, { message: 'long '.repeat(10_000) })).getFluids(1).catch((reason) => reason);
    expect(error.message.length).toBeLessThan(600);
  });
});

describe('a 429', () => {
  const now = Date.UTC(2025, 6, 2);
  const dateIn = (seconds: number) => new Date(now + seconds * 1000).toUTCString();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    return () => vi.useRealTimers();
  });
  test.each<[string, ErrorCode, unknown]>([
    ['0', 'rate_limited', 0],
    ['60', 'rate_limited', 60],
    ['61', 'quota_exhausted', 61],
    ['2592000', 'quota_exhausted', 2_592_000],
    [dateIn(5), 'rate_limited', 5],
    [dateIn(120), 'quota_exhausted', 120],
    [new Date(0).toUTCString(), 'rate_limited', 0],
    ['soon', 'rate_limited', undefined],
    ['-5', 'rate_limited', undefined],
    ['1e1', 'rate_limited', undefined],
  ])('with Retry-After %s becomes %s', async (header, code, retryAfter) => {
    const error = await (await client(429, failed, { 'retry-after': header })).listBrands().catch((reason) => reason);
    expect({ code: error.code, retryAfter: error.retryAfter }).toEqual({ code, retryAfter });
  });

  test('with an HTML page instead of JSON becomes rate_limited', async () => {
    await expect((await client(429, '<p>slow down')).listBrands()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test.each<[string, ErrorCode, unknown]>([
    ['"allowance";r=0;t=86400', 'quota_exhausted', 86_400],
    ['"burst";r=0;t=1', 'rate_limited', 1],
    ['"burst";r=3;t=1, "allowance";r=0;t=90', 'quota_exhausted', 90],
    ['"allowance";r=7;t=86400', 'rate_limited', undefined],
  ])('with RateLimit %s instead of Retry-After becomes %s', async (ratelimit, code, retryAfter) => {
    const error = await (await client(429, failed, { ratelimit })).listBrands().catch((reason) => reason);
    expect({ code: error.code, retryAfter: error.retryAfter }).toEqual({ code, retryAfter });
  });
});

describe('invalid_response is the error for', () => {
  test.each<[string, number, unknown, string]>([
    [
      'an HTML page',
      200,
      '<html>',
      'getFluids: HTTP 200 with application/json: expected JSON of the interface. Check baseUrl.',
    ],
    [
      'an HTML page for a missing path',
      404,
      '<html>',
      'HTTP 404 with application/json: expected JSON of the interface. Check baseUrl.',
    ],
    [
      'a 404 with JSON of a different server',
      404,
      { message: 'The paths are /health.' },
      'HTTP 404 with application/json',
    ],
    ['an empty body', 200, '', 'HTTP 200 with application/json: expected'],
    ['null', 200, 'null', 'HTTP 200 with application/json: expected JSON of the interface.'],
    ['a redirect', 302, '', 'HTTP 302 with a redirect: expected JSON'],
    [
      'an undeclared success status',
      202,
      { success: true, data: [] },
      'HTTP 202 with application/json: expected JSON of',
    ],
    [
      'an object instead of a list',
      200,
      { success: true, data: {} },
      'getFluids: /data: expected an array, got object. Report it to the service.',
    ],
    ['a missing payload', 200, { success: true }, '/data: expected an array, got undefined'],
    ['a body without a list', 200, { total: 0 }, 'body: expected an array, got object'],
    ['null instead of a list', 200, { success: true, data: null }, '/data: expected an array, got null'],
    [
      'a string in a list',
      200,
      { success: true, data: ['x'] },
      '/data/0: expected an object, got string of 1 characters',
    ],
    ['null in a bare list', 200, [null], '/0: expected an object, got null'],
  ])('%s', async (_, status, body, message) => {
    const error = await (await client(status, body)).getFluids(1).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining(message) });
  });

  test.each([undefined, '', 0, -1, 1.5, 'x', null, {}, true])('a carId of %j', async (carId) => {
    const error = await (await client(200, { success: true, data: { carId, make: 'VW' } }))
      .getVehicle(1)
      .catch((e) => e);
    expect(error).toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('/data/carId: expected'),
    });
  });
});

describe('safe()', () => {
  test('returns a success', async () => {
    const result = await (await client(200, { success: true, data: [] })).listBrands().safe();
    expect(result).toMatchObject({ ok: true, status: 200, data: [] });
  });

  test('returns a failure with status and body without rejecting', async () => {
    const result = await (await client(404, failed)).getFluids(1).safe();
    expect(result).toMatchObject({ ok: false, status: 404, body: failed, error: { code: 'not_found' } });
  });

  test.each([200, 405, 418, 502, 503])('returns a status that the document does not declare: %i', async (status) => {
    const result = await (await client(status, failed)).getOemParts(1).safe();
    expect(result).toMatchObject({ ok: false, status, body: failed, error: { status } });
  });

  test.each<[number, unknown]>([
    [404, { error: { code: 1 } }],
    [400, ['No.']],
    [403, '<h1>Forbidden</h1>'],
    [400, { success: false, message: null }],
    [500, '<p>'],
  ])('omits the status %i if the body is not as declared: %j', async (status, body) => {
    const result = await (await client(status, body)).getFluids(1).safe();
    expect(result.ok).toBe(false);
    expect(result).not.toHaveProperty('status');
    expect(result).toMatchObject({ error: { status } });
  });

  test('returns the body of a success that cannot be parsed, because the consultation was charged', async () => {
    const body = { success: true, data: { ItemMPText: 'Oil' } };
    const result = await (await client(200, body)).getFluids(1).safe();
    expect(result).toMatchObject({ ok: false, status: 200, body, error: { code: 'invalid_response', status: 200 } });
  });

  test('returns an error that occurs before the request', async () => {
    const result = await (await client(200, [])).getFluids(0).safe();
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
  });

  test('does not cause an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    await (await client(404, failed)).getFluids(1).safe();
    await turns();
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});

describe('a failure with status 200 is rejected in every body format', () => {
  test.each([
    { success: false, message: 'No.' },
    { success: 'false', message: 'No.' },
    { success: 0, error: 'No.' },
    { success: '', message: 'No.' },
    { success: null, detail: 'No.' },
    [{ success: false, message: 'No.' }],
  ])('%j', async (body) => {
    const error = await (await client(200, body)).getFluids(1).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'rejected', message: 'getFluids: HTTP 200: No. Try again later.' });
  });

  test.each([{ success: 'true', data: [] }, { success: 1, data: [] }, { data: [] }, []])('but not %j', async (body) => {
    await expect((await client(200, body)).getFluids(1)).resolves.toMatchObject({ data: [] });
  });
});

describe('an error', () => {
  test('has the response headers and the request ID of the service', async () => {
    const headers = { 'x-request-id': 'a1-b2', 'x-own': '7' };
    const error = await (await client(404, failed, headers)).getFluids(1).catch((reason) => reason);
    expect(error).toMatchObject({ requestId: 'a1-b2' });
    expect(error.headers.get('x-own')).toBe('7');
  });

  test('includes its message and details in JSON', async () => {
    const error = await (await client(404, failed, { 'x-request-id': 'a1' })).getFluids(1).catch((reason) => reason);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'VehicleLookupError',
      message: 'getFluids: HTTP 404: No. Check the arguments.',
      code: 'not_found',
      operation: 'getFluids',
      status: 404,
      requestId: 'a1',
      callId: expect.any(String),
    });
  });
});
