import { describe, expect, test } from 'vitest';
import { createVehicleLookup, type VehicleLookupOptions } from '../src/index.ts';
import { answering, serve } from './server.ts';

const account = { user: 'demo', key: 'demo', retry: false } as const;
const silent = async (more: Partial<VehicleLookupOptions> = {}) =>
  createVehicleLookup({ baseUrl: await serve(() => {}), ...account, ...more });

describe('the time of an attempt is over', () => {
  test('when nothing comes', async () => {
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

  test('when a foreign fetch heeds no signal', async () => {
    const client = await silent({ fetch: () => new Promise(() => {}) });
    await expect(client.listBrands({ timeout: 20 })).rejects.toMatchObject({ code: 'timeout' });
  });

  test('when the key does not come', async () => {
    const client = await silent({ timeout: 20, key: () => new Promise(() => {}) });
    await expect(client.listBrands()).rejects.toMatchObject({ code: 'timeout' });
  });

  test('and no request is made with a key that comes afterwards', async () => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return Response.json({ success: true, data: [] });
    };
    const key = () => new Promise<string>((resolve) => setTimeout(resolve, 60, 'late-key'));
    const client = await silent({ timeout: 20, key, fetch });
    await expect(client.listBrands()).rejects.toMatchObject({ code: 'timeout' });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(asked).toBe(0);
  });

  test('never when it is 0', async () => {
    const baseUrl = await serve((request, response) => {
      setTimeout(() => answering(200, { success: true, data: [] })(request, response), 30);
    });
    const client = createVehicleLookup({ baseUrl, ...account, timeout: 0 });
    await expect(client.listBrands()).resolves.toMatchObject({ ok: true });
  });
});

describe('a signal ends a call', () => {
  const reason = new Error('the user went on');

  test.each(['client', 'call'])("the %s's own", async (owner) => {
    const controller = new AbortController();
    const signal = { signal: controller.signal };
    const client = await silent(owner === 'client' ? signal : { signal: new AbortController().signal });
    setTimeout(() => controller.abort(reason), 20);
    const call = client.listBrands(owner === 'call' ? signal : { signal: new AbortController().signal });
    await expect(call).rejects.toMatchObject({ code: 'aborted', cause: reason, message: 'listBrands: aborted.' });
  });

  test('without a request when it is aborted already', async () => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return Response.json([]);
    };
    const client = await silent({ fetch });
    await expect(client.listBrands({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    expect(asked).toBe(0);
  });

  test('and the request ends, too', async () => {
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const baseUrl = await serve((request) => request.socket.on('close', closed));
    const client = createVehicleLookup({ baseUrl, ...account, timeout: 20 });
    await client.listBrands().safe();
    await gone;
  });
});

test('a thousand calls leave no listener on the signal of their client', async () => {
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
