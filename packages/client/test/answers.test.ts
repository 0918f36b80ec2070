import { describe, expect, test } from 'vitest';
import { type Client, createVehicleLookup, NoAnswerError } from '../src/index.ts';
import { createRaw } from '../src/raw.ts';
import { dispatch } from '../src/selectors.gen.ts';
import { answering, serve } from './server.ts';

const account = { user: 'demo', key: 'demo' };

async function client(...[status, body, headers]: Parameters<typeof answering>): Promise<Client['raw']> {
  return createVehicleLookup({ baseUrl: await serve(answering(status, body, headers)), ...account }).raw;
}

describe('an answer', () => {
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

  test('of status 200 is data when the document has no mark of a failure', async () => {
    const raw = createRaw({ ...dispatch, failure: {} }, { baseUrl: await serve(answering(200, [])), ...account });
    expect((await raw.call('listBrands', {})).data).toEqual([]);
  });

  test('of another status of success is not data, because the document declares 200 only', async () => {
    const { data, error } = await (await client(202, { success: true })).call('listBrands', {});
    expect({ data, error }).toEqual({ error: { success: true } });
  });
});

describe('no answer, so an error that names operation and status', () => {
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
    await expect(failure).rejects.toBeInstanceOf(NoAnswerError);
    await expect(failure).rejects.toMatchObject({ operation: 'getFluids', status });
    await expect(failure).rejects.toThrow(`getFluids: HTTP ${status}: expected an object or array of JSON`);
  });

  test.each([301, 302, 307, 308])('is a redirect (%i), and it is not followed', async (status) => {
    let visits = 0;
    const elsewhere = await serve((_, response) => response.end(`${visits++}`));
    const raw = await client(status, '', { location: elsewhere });
    await expect(raw.call('listBrands', {})).rejects.toMatchObject({
      message: expect.stringContaining(`listBrands: HTTP ${status}, a redirect, is not followed`),
      status,
    });
    expect(visits).toBe(0);
  });

  test('is a service that cannot be reached', async () => {
    const { raw } = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account });
    await expect(raw.GET('/api/', { params: { query: { carId: 1, fluids: 1 } } })).rejects.toMatchObject({
      name: 'NoAnswerError',
      message: expect.stringMatching(
        /^getFluids: no answer from the service \(.+\)\. Check baseUrl and the network\.$/,
      ),
      operation: 'getFluids',
      status: undefined,
    });
  });

  test('is a connection that ends within the body', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      setTimeout(() => response.destroy(), 20);
    });
    const { raw } = createVehicleLookup({ baseUrl, ...account });
    await expect(raw.call('listBrands', {})).rejects.toBeInstanceOf(NoAnswerError);
  });

  test('names the path when the query selects nothing', async () => {
    const selectors = { getFluids: { fluids: 1 } };
    const raw = createRaw({ ...dispatch, selectors }, { baseUrl: await serve(answering(200, '')), ...account });
    await expect(raw.GET('/api/', { params: { query: {} } })).rejects.toMatchObject({ operation: '/api/' });
  });
});
