import { describe, expect, test, vi } from 'vitest';
import { createVehicleLookup, type VehicleLookupOptions } from '../../src/index.ts';
import { serve, serveSilence, turns } from '../support/service.ts';

const account = { user: 'demo', key: 'demo', retry: false } as const;
/** Creates a client for a service that never responds. */
const silent = async (more: Partial<VehicleLookupOptions> = {}) =>
  createVehicleLookup({ baseUrl: (await serveSilence()).baseUrl, ...account, ...more });

describe('an attempt ends with a timeout', () => {
  test('when there is no response', async () => {
    const error = await (await silent({ timeout: 20 })).listBrands().catch((reason) => reason);
    expect(error).toMatchObject({ code: 'timeout', message: 'listBrands: no answer within 20 ms. Try again later.' });
  });

  test('when the body does not end', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(200);
      response.write('{"success":');
    });
    const client = createVehicleLookup({ baseUrl, ...account, timeout: 50 });
    await expect(client.listBrands()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('when a custom fetch ignores its signal', async () => {
    const client = await silent({ fetch: () => new Promise(() => {}) });
    await expect(client.listBrands({ timeout: 20 })).rejects.toMatchObject({ code: 'timeout' });
  });

  test('when the key function does not return', async () => {
    const client = await silent({ timeout: 20, key: () => new Promise(() => {}) });
    await expect(client.listBrands()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('without a request if the key arrives later', async () => {
    const fetch = vi.fn(async () => Response.json({ success: true, data: [] }));
    const key = Promise.withResolvers<string>();
    const client = await silent({ timeout: 20, key: () => key.promise, fetch });
    await expect(client.listBrands()).rejects.toMatchObject({ code: 'timeout' });
    key.resolve('late-key');
    await turns();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('but not if the limit is 0', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const fetch = async () => Response.json({ success: true, data: [] });
    await createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account, fetch, timeout: 0 }).listBrands();
    const timers = timer.mock.calls.length;
    timer.mockRestore();
    expect(timers).toBe(0);
  });
});

describe('a signal ends a call', () => {
  const reason = new Error('the user went on');

  test.each(['client', 'call'])('if it belongs to the %s', async (owner) => {
    const controller = new AbortController();
    const [aborted, other] = [{ signal: controller.signal }, { signal: new AbortController().signal }];
    const { baseUrl, arrived } = await serveSilence();
    const client = createVehicleLookup({ baseUrl, ...account, ...(owner === 'client' ? aborted : other) });
    arrived.then(() => controller.abort(reason));
    const call = client.listBrands(owner === 'call' ? aborted : other);
    await expect(call).rejects.toMatchObject({ code: 'aborted', cause: reason, message: 'listBrands: aborted.' });
  });

  test('before a request if it is already aborted', async () => {
    const fetch = vi.fn(async () => Response.json([]));
    const client = await silent({ fetch });
    await expect(client.listBrands({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('and closes the connection', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const baseUrl = await serve((request) => {
      request.socket.on('close', () => closed.resolve());
      controller.abort();
    });
    await createVehicleLookup({ baseUrl, ...account })
      .listBrands({ signal: controller.signal })
      .safe();
    await closed.promise;
  });
});

test("a thousand calls leave no listeners on the client's signal", async () => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = ((type: string, listener: EventListener) => {
    listeners.add(listener);
    add(type, listener);
  }) as typeof signal.addEventListener;
  signal.removeEventListener = ((type: string, listener: EventListener) => {
    listeners.delete(listener);
    remove(type, listener);
  }) as typeof signal.removeEventListener;
  let most = 0;
  const fetch = async () => {
    most = Math.max(most, listeners.size);
    return Response.json({ success: true, data: [] });
  };
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account, signal, fetch });
  for (let call = 0; call < 1_000; call++) await client.listBrands();
  expect({ most, left: listeners.size }).toEqual({ most: 1, left: 0 });
});
