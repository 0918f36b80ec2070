import { describe, expect, test, vi } from 'vitest';
import { createFetch, createVehicleLookup, type Layer, type VehicleLookupOptions } from '../../src/index.ts';
import { answering, serve } from '../support/service.ts';

const account = { user: 'demo', key: 'demo', retry: false } as const;
const baseUrl = 'http://127.0.0.1:1';

describe('a layer that omits the options of the request', () => {
  const bare: Layer = (next) => (address) => next(address, {});
  const lookup = (more: Partial<VehicleLookupOptions>) =>
    createVehicleLookup({ baseUrl, ...account, layers: [bare], ...more } as VehicleLookupOptions);

  test("uses the client's fetch", async () => {
    const fetch = vi.fn(async () => Response.json({ success: true, data: [] }));
    expect((await lookup({ fetch }).listBrands()).data).toEqual([]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("uses the client's time limit", async () => {
    const call = lookup({ fetch: () => new Promise(() => {}), timeout: 20 }).listBrands();
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
  });
});

describe('createFetch', () => {
  test.each([
    ['without a body', ''],
    ['with a body', '<p>moved</p>'],
  ])('does not follow a redirect %s, but throws an error that mentions the redirect', async (_, body) => {
    const address = await serve((_, response) => response.writeHead(302, { location: '/elsewhere' }).end(body));
    const call = createFetch({ baseUrl: address, ...account })(`${address}/api/?brands=1`);
    await expect(call).rejects.toMatchObject({
      code: 'invalid_response',
      status: 302,
      message: expect.stringContaining('HTTP 302 with a redirect'),
    });
  });

  test.each([200, 204, 404, 503])('returns a response of status %i', async (status) => {
    const address = await serve(answering(status, status === 204 ? undefined : { success: false, message: 'No.' }));
    const response = await createFetch({ baseUrl: address, ...account })(`${address}/api/?brands=1`);
    expect(response.status).toBe(status);
  });
});
