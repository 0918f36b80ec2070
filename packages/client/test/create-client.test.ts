import { closedAddress } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { createClient, type VehicleClient, VehicleLookupError } from '../src/index.ts';
import { answering, serve, serveSilence } from './support/service.ts';

const account = { user: 'demo', key: 'demo' };

async function clientWith(...[status, body, headers]: Parameters<typeof answering>): Promise<VehicleClient> {
  const baseUrl = await serve(answering(status, body, headers));
  return createClient({ baseUrl, ...account, retry: false });
}

describe('a result', () => {
  test('with status 200 contains data, status and headers', async () => {
    const client = await clientWith(200, { success: true, data: [] }, { 'x-quota': '7' });
    const { data, error, response } = await client.call('listBrands', {});
    expect({ data, error, status: response.status }).toEqual({ data: { success: true, data: [] }, status: 200 });
    expect(response.headers.get('x-quota')).toBe('7');
  });

  test('may be a bare array', async () => {
    const { data } = await (await clientWith(200, [])).call('getFluids', { carId: 1 });
    expect(data).toEqual([]);
  });

  test.each([400, 401, 403, 404, 429, 500])('with status %i is an error with the response body', async (status) => {
    const body = { success: false, message: 'no' };
    const { data, error, response } = await (await clientWith(status, body)).call('getOemParts', { carId: 1 });
    expect({ data, error, status: response.status }).toEqual({ error: body, status });
  });

  test('with success: false and status 200 is an error', async () => {
    const body = { success: false, message: 'no' };
    const { data, error, response } = await (await clientWith(200, body)).call('listBrands', {});
    expect({ data, error, status: response.status }).toEqual({ error: body, status: 200 });
  });

  test('with any other 2xx status is an error, because the document declares only 200', async () => {
    const { data, error } = await (await clientWith(202, { success: true })).call('listBrands', {});
    expect({ data, error }).toEqual({ error: { success: true } });
  });
});

describe('an error with the operation and the status', () => {
  test.each([
    ['an HTML page', 502, '<html>bad gateway</html>'],
    ['HTML with status 200', 200, '<html>welcome</html>'],
    ['an empty body', 200, ''],
    ['an empty failure', 500, ''],
    ['truncated JSON', 200, '{"success": tr'],
    ['a JSON string', 200, '"welcome"'],
    ['null', 200, 'null'],
  ])('is thrown for %s (%i)', async (_, status, body) => {
    const failure = (await clientWith(status, body)).call('getFluids', { carId: 1 });
    await expect(failure).rejects.toBeInstanceOf(VehicleLookupError);
    await expect(failure).rejects.toMatchObject({ operation: 'getFluids', status });
    await expect(failure).rejects.toThrow(`getFluids: HTTP ${status}`);
  });

  test.each([301, 302, 307, 308])('is thrown for a redirect (%i), which is not followed', async (status) => {
    let visits = 0;
    const elsewhere = await serve((_, response) => response.end(`${visits++}`));
    const client = await clientWith(status, '', { location: elsewhere });
    await expect(client.call('listBrands', {})).rejects.toMatchObject({
      message: `listBrands: HTTP ${status} with a redirect: expected JSON of the interface. Check baseUrl.`,
      code: 'invalid_response',
      status,
    });
    expect(visits).toBe(0);
  });

  test('is thrown if the service cannot be reached', async () => {
    const client = createClient({ baseUrl: await closedAddress(), ...account, retry: false });
    await expect(client.GET('/api/', { params: { query: { carId: 1, fluids: 1 } } })).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/^getFluids: no answer: .+\. Check baseUrl and the network\.$/),
      operation: 'getFluids',
    });
  });

  test('is thrown if the connection ends within the body', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    const client = createClient({ baseUrl, ...account, retry: false });
    await expect(client.call('listBrands', {})).rejects.toMatchObject({ code: 'network' });
  });
});

test('a signal ends a call, with the abort reason as the cause', async () => {
  const { baseUrl, arrived } = await serveSilence();
  const controller = new AbortController();
  arrived.then(() => controller.abort(new DOMException('too late', 'TimeoutError')));
  const call = createClient({ baseUrl, ...account }).call('listBrands', {}, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({ code: 'aborted', cause: { name: 'TimeoutError' } });
});
