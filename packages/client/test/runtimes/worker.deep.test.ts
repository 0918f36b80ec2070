import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendJson, serveHttp, temporaryDirectory } from '@vehicle-lookup/testing';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { startWorkerd } from '../../bench/runtimes/runtimes.ts';

const WORKER = `
  import { createProxy } from '../../src/proxy/proxy.ts';
  let proxy;
  export default {
    fetch(request, { BASE_URL: baseUrl }) {
      proxy ??= createProxy({ baseUrl, user: 'demo', key: 'demo', operations: ['getFluids'], cache: { maxAge: 60 } });
      return proxy(request);
    },
  };`;

/** Bundles the worker into a directory. */
async function bundle(): Promise<string> {
  const directory = temporaryDirectory();
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  writeFileSync(join(directory, 'worker.js'), outputFiles[0]?.contents ?? '');
  return directory;
}

test('in workerd, equal requests of two visitors are one, and a visitor who leaves does not lose the response', async () => {
  let requests = 0;
  let send = () => {};
  const service = await serveHttp((_, response) => {
    requests++;
    send = () => sendJson(response, 200, { success: true, data: [{ ItemMPText: 'Oil' }] });
  });
  const worker = await startWorkerd(await bundle(), ['worker.js'], { BASE_URL: service.address });
  const get = (carId: number, signal?: AbortSignal) =>
    fetch(`${worker.address}/api/?carId=${carId}&fluids=1`, signal ? { signal } : {});
  const arrived = (count: number) => expect.poll(() => requests).toBe(count);
  try {
    const both = [get(1), get(1)];
    await arrived(1);
    send();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);

    const visitor = new AbortController();
    const left = get(2, visitor.signal).catch(() => {});
    await arrived(2);
    visitor.abort();
    await left;
    const next = get(2);
    send();
    expect([(await next).status, requests]).toEqual([200, 2]);
  } finally {
    await worker.stop();
  }
});
