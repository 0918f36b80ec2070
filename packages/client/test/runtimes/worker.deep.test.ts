import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendJson, serveHttp, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorkerd } from '../../bench/runtimes/runtimes.ts';

/** A worker with a proxy, which returns the number of visitors so far at `/arrived`. */
const WORKER = `
  import { env, waitUntil } from 'cloudflare:workers';
  import { createProxy } from '../../src/proxy/proxy.ts';
  const proxy = createProxy({
    baseUrl: env.BASE_URL,
    user: 'demo',
    key: 'demo',
    operations: ['getFluids'],
    cache: { maxAge: 60, waitUntil },
    timeout: 1000,
    retry: false,
  });
  let arrived = 0;
  export default {
    fetch(request) {
      if (request.url.endsWith('/arrived')) return new Response(arrived);
      arrived++;
      return proxy(request);
    },
  };`;

/** Returns the worker from the README, with a memory store as its KV namespace. */
function readmeWorker(): string {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, source = ''] = /```js\n(import \{ env, waitUntil \}.*?)```/s.exec(readme) ?? [];
  const store =
    'const values = new Map();\nconst KV = { get: (key) => values.get(key), put: (...entry) => values.set(...entry) };';
  return `${source.replaceAll('env.KV', 'KV')}\n${store}`;
}

/** Bundles a worker into a directory. */
async function bundle(contents = WORKER): Promise<string> {
  const directory = temporaryDirectory();
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    external: ['cloudflare:workers'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  writeFileSync(join(directory, 'worker.js'), outputFiles[0]?.contents ?? '');
  return directory;
}

describe.each(['workerd', 'workerd-before'] as const)(
  'in %s, identical requests from visitors share one request',
  (runtime) => {
    let requests = 0;
    let send = () => {};
    let worker: Awaited<ReturnType<typeof startWorkerd>>;

    beforeAll(async () => {
      const service = await serveHttp((_, response) => {
        requests++;
        send = () => sendJson(response, 200, { success: true, data: [{ ItemMPText: 'Oil' }] });
      });
      worker = await startWorkerd(await bundle(), ['worker.js'], { BASE_URL: service.address }, runtime);
    });
    afterAll(() => worker.stop());

    let arrived = 0;
    /** Makes a visitor's request and returns when the worker has received it. */
    async function visit(carId: number): Promise<{ response: Promise<number | undefined>; leave(): void }> {
      const visitor = new AbortController();
      const response = fetch(`${worker.address}/api/?carId=${carId}&fluids=1`, { signal: visitor.signal });
      arrived++;
      await expect.poll(async () => (await fetch(`${worker.address}/arrived`)).text()).toBe(`${arrived}`);
      return {
        response: response.then(
          ({ status }) => status,
          () => undefined,
        ),
        leave: () => visitor.abort(),
      };
    }
    const sent = (count: number) => expect.poll(() => requests).toBe(count);

    test('while the first request has no response', async () => {
      const both = [await visit(1), await visit(1)];
      await sent(1);
      send();
      expect(await Promise.all(both.map(({ response }) => response))).toEqual([200, 200]);
    });

    test('if the first visitor leaves', async () => {
      const first = await visit(2);
      await sent(2);
      const second = await visit(2);
      first.leave();
      await first.response;
      const third = await visit(2);
      send();
      expect([await second.response, await third.response, requests]).toEqual([200, 200, 2]);
    });

    test('if the only visitor leaves', async () => {
      const first = await visit(3);
      await sent(3);
      first.leave();
      await first.response;
      const second = await visit(3);
      send();
      expect([await second.response, requests]).toEqual([200, 3]);
    });

    test('if the visitors have waited too long', async () => {
      const both = [await visit(4), await visit(4)];
      await sent(4);
      expect(await Promise.all(both.map(({ response }) => response))).toEqual([504, 504]);
      const third = await visit(4);
      send();
      expect([await third.response, requests]).toEqual([200, 4]);
    });
  },
);

test('the worker in the README keeps paid responses', async () => {
  const mock = await startMock();
  const variables = {
    VEHICLE_LOOKUP_BASE_URL: mock.address,
    VEHICLE_LOOKUP_USER: 'demo',
    VEHICLE_LOOKUP_KEY: 'demo',
  };
  const worker = await startWorkerd(await bundle(readmeWorker()), ['worker.js'], variables);
  const get = () => fetch(`${worker.address}/vehicles/api/?vin=WVWZZZ1KZAW000001`);
  expect((await get()).status).toBe(200);
  expect((await get()).headers.get('age')).toBe('1');
  await worker.stop();
});
