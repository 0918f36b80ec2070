import { describe, expect, test } from 'vitest';
import { createVehicleLookup, type Raw, VehicleLookupError } from '../src/index.ts';
import { createRaw } from '../src/raw/raw.ts';
import { answering, serve } from './server.ts';

const account = { user: 'demo', key: 'demo' };

async function client(...[status, body, headers]: Parameters<typeof answering>): Promise<Raw> {
  const baseUrl = await serve(answering(status, body, headers));
  return createVehicleLookup({ baseUrl, ...account, retry: false }).raw;
}

describe('a raw answer', () => {
  test('of status 200 is data, with status and headers', async () => {
    const raw = await client(200, { success: true, data: [] }, { 'x-quota': '7' });
    const { data, error, response } = await raw.call('listBrands', {});
    expect({ data, error, status: response.status }).toEqual({ data: { success: true, data: [] }, status: 200 });
    expect(response.headers.get('x-quota')).toBe('7');
  });

  test('may be the bare array', async () => {
    const { data } = await (await client(200, [])).call('getFluids', { carId: 1 });
    expect(data).toEqual([]);
  });

  test.each([400, 401, 403, 404, 429, 500])('of status %i is an error with its body', async (status) => {
    const body = { success: false, message: 'no' };
    const { data, error, response } = await (await client(status, body)).call('getOemParts', { carId: 1 });
    expect({ data, error, status: response.status }).toEqual({ error: body, status });
  });

  test('that says success: false with status 200 is an error', async () => {
    const body = { success: false, message: 'no' };
    const { data, error, response } = await (await client(200, body)).call('listBrands', {});
    expect({ data, error, status: response.status }).toEqual({ error: body, status: 200 });
  });

  test('of another status of success is not data, because the document declares 200 only', async () => {
    const { data, error } = await (await client(202, { success: true })).call('listBrands', {});
    expect({ data, error }).toEqual({ error: { success: true } });
  });
});

describe('no raw answer, so an error that names operation and status', () => {
  test.each([
    ['a page of HTML', 502, '<html>bad gateway</html>'],
    ['HTML with status 200', 200, '<html>welcome</html>'],
    ['an empty body', 200, ''],
    ['an empty failure', 500, ''],
    ['half a JSON text', 200, '{"success": tr'],
    ['a JSON text that is no object', 200, '"welcome"'],
    ['null', 200, 'null'],
  ])('is %s (%i)', async (_, status, body) => {
    const failure = (await client(status, body)).call('getFluids', { carId: 1 });
    await expect(failure).rejects.toBeInstanceOf(VehicleLookupError);
    await expect(failure).rejects.toMatchObject({ operation: 'getFluids', status });
    await expect(failure).rejects.toThrow(`getFluids: HTTP ${status}`);
  });

  test.each([301, 302, 307, 308])('is a redirect (%i), and it is not followed', async (status) => {
    let visits = 0;
    const elsewhere = await serve((_, response) => response.end(`${visits++}`));
    const raw = await client(status, '', { location: elsewhere });
    await expect(raw.call('listBrands', {})).rejects.toMatchObject({
      message: `listBrands: HTTP ${status} with a redirect: expected 200 with a JSON object or array. Check baseUrl.`,
      code: 'invalid_response',
      status,
    });
    expect(visits).toBe(0);
  });

  test('is a service that cannot be reached', async () => {
    const { raw } = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account, retry: false });
    await expect(raw.GET('/api/', { params: { query: { carId: 1, fluids: 1 } } })).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^getFluids: no answer \(.+\)\. Check baseUrl and the network\.$/),
      operation: 'getFluids',
    });
  });

  test('is a connection that ends within the body', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      setTimeout(() => response.destroy(), 20);
    });
    const { raw } = createVehicleLookup({ baseUrl, ...account, retry: false });
    await expect(raw.call('listBrands', {})).rejects.toMatchObject({ code: 'network' });
  });
});

test('the raw layer alone answers as the raw layer of a client does, and asks once', async () => {
  let asked = 0;
  const baseUrl = await serve((request, response) => {
    asked += 1;
    answering(500, { success: false, message: 'no' })(request, response);
  });
  const { error, response } = await createRaw({ baseUrl, ...account }).call('listBrands', {});
  expect({ error, status: response.status, asked }).toEqual({
    error: { success: false, message: 'no' },
    status: 500,
    asked: 1,
  });
});

test('the raw layer alone says that a request was aborted', async () => {
  const raw = createRaw({ baseUrl: await serve(() => {}), ...account });
  const signal = AbortSignal.timeout(20);
  await expect(raw.call('listBrands', {}, { signal })).rejects.toMatchObject({
    code: 'aborted',
    cause: { name: 'TimeoutError' },
  });
});
