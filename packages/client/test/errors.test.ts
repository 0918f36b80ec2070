import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createVehicleLookup, type ErrorCode, VehicleLookupError } from '../src/index.ts';
import { answering, serve, turns } from './support/service.ts';

const account = { user: 'demo', key: 'demo', retry: false } as const;
const client = async (...[status, body, headers]: Parameters<typeof answering>) =>
  createVehicleLookup({ baseUrl: await serve(answering(status, body, headers)), ...account });
const failed = { success: false, message: 'No.' };

describe('a response is an error by its status', () => {
  test.each<[number, ErrorCode, string]>([
    [400, 'bad_request', 'Check the arguments.'],
    [401, 'unauthorized', 'Check the credentials.'],
    [403, 'forbidden_by_plan', 'Change the plan.'],
    [404, 'not_found', 'Check the arguments.'],
    [418, 'bad_request', 'Check the arguments.'],
    [429, 'quota_exhausted', 'Wait or change the plan.'],
    [500, 'server', 'Try again later.'],
    [503, 'server', 'Try again later.'],
    [200, 'refused', 'Try again later.'],
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
  'the text of the service ends with a full stop before the next step: %s',
  async (message) => {
    const error = await (await client(429, { success: false, message })).getFluids(1).catch((reason) => reason);
    expect(error.message).toMatch(/: (quota\.|Quota!|Really\?|Done\.) Wait or change the plan\.$/);
  },
);

describe('the text of an error is the first text in', () => {
  test.each([
    [{ message: 'a', error: 'b', detail: 'c' }, 'a'],
    [{ message: '', error: 'b', detail: 'c' }, 'b'],
    [{ message: ' ', error: { code: 1 }, detail: 'c' }, 'c'],
  ])('%j', async (body, text) => {
    await expect((await client(404, body)).getFluids(1)).rejects.toThrow(`getFluids: HTTP 404: ${text}. Check`);
  });

  test('a body without such a text: the message has only the status', async () => {
    await expect((await client(404, {})).getFluids(1)).rejects.toThrow('getFluids: HTTP 404. Check the arguments.');
  });

  test('a body with a long text: the text is cut', async () => {
    const error = await (await client(404, { message: 'long '.repeat(10_000) })).getFluids(1).catch((reason) => reason);
    expect(error.message.length).toBeLessThan(600);
  });
});

describe('429 is', () => {
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
    ['soon', 'quota_exhausted', undefined],
    ['-5', 'quota_exhausted', undefined],
    ['1e1', 'quota_exhausted', undefined],
  ])('with Retry-After %s: %s', async (header, code, retryAfter) => {
    const error = await (await client(429, failed, { 'retry-after': header })).listBrands().catch((reason) => reason);
    expect({ code: error.code, retryAfter: error.retryAfter }).toEqual({ code, retryAfter });
  });

  test('with a page instead of JSON the same error', async () => {
    await expect((await client(429, '<p>slow down')).listBrands()).rejects.toMatchObject({ code: 'quota_exhausted' });
  });
});

describe('invalid_response is the error for', () => {
  test.each<[string, number, unknown, string]>([
    [
      'a page',
      200,
      '<html>',
      'getFluids: HTTP 200 with application/json: expected 200 with a JSON object or array. Check baseUrl.',
    ],
    ['a page for a path that does not exist', 404, '<html>', 'HTTP 404 with application/json: expected 200'],
    ['nothing', 200, '', 'HTTP 200 with application/json: expected'],
    ['null', 200, 'null', 'HTTP 200 with application/json: expected 200 with a JSON object or array.'],
    ['a redirect', 302, '', 'HTTP 302 with a redirect: expected 200'],
    [
      'another status of success',
      202,
      { success: true, data: [] },
      'HTTP 202 with application/json: expected 200 with',
    ],
    [
      'an object for a list',
      200,
      { success: true, data: {} },
      'getFluids: /data: expected an array, got object. Report it to the service.',
    ],
    ['no payload', 200, { success: true }, '/data: expected an array, got undefined'],
    ['no list', 200, { total: 0 }, 'body: expected an array, got object'],
    ['null for a list', 200, { success: true, data: null }, '/data: expected an array, got null'],
    [
      'a text in a list',
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

  test('returns a failure with status and body, and does not reject', async () => {
    const result = await (await client(404, failed)).getFluids(1).safe();
    expect(result).toMatchObject({ ok: false, status: 404, body: failed, error: { code: 'not_found' } });
  });

  test('states the status only if the body is the one that the document declares', async () => {
    for (const [status, body] of [
      [404, { error: { code: 1 } }],
      [400, ['No.']],
      [400, { success: false, message: null }],
      [500, '<p>'],
      [418, failed],
      [200, failed],
      [302, ''],
    ] as const) {
      const result = await (await client(status, body)).getFluids(1).safe();
      expect(result.ok).toBe(false);
      expect(result).not.toHaveProperty('status');
      expect(result).toMatchObject({ error: { status } });
    }
  });

  test('returns the body of a success that cannot be read, because the consultation was charged', async () => {
    const body = { success: true, data: [{ ItemMPText: 'Oil' }, 7] };
    const result = await (await client(200, body)).getFluids(1).safe();
    expect(result).toMatchObject({ ok: false, body, error: { code: 'invalid_response', status: 200 } });
    expect(result).not.toHaveProperty('status');
  });

  test('returns an error from before the request', async () => {
    const result = await (await client(200, [])).getFluids(0).safe();
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
  });

  test('leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    await (await client(404, failed)).getFluids(1).safe();
    await turns();
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});
