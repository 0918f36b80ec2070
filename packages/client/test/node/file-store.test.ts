import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, start, temporaryDirectory } from '@vehicle-lookup/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createVehicleLookup } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { fileStore } from '../../src/node/file-store.ts';
import { vins } from '../support/batch.ts';
import { serve } from '../support/service.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const account = { user: 'demo', key: 'CANARY-7391', baseUrl: 'http://127.0.0.1:9' };

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a service that counts the consultations of each query. */
async function counted(onRequest: () => void = () => {}): Promise<{ baseUrl: string; paid: Map<string, number> }> {
  const paid = new Map<string, number>();
  const baseUrl = await serve((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const asked = query.get('vin') ?? `fluids ${query.get('carId')}`;
    paid.set(asked, (paid.get(asked) ?? 0) + 1);
    const data = query.has('vin') ? { carId: Number(query.get('vin')?.slice(-6)) + 1 } : [{ ItemMPText: 'Oil' }];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }));
    onRequest();
  });
  return { baseUrl, paid };
}
const total = (paid: Map<string, number>) => [...paid.values()].reduce((sum, count) => sum + count, 0);

describe('the cache of a directory', () => {
  const client = (directory: string, answer: () => Response) => {
    const layers = [createCache({ maxAge: 60, store: fileStore(directory) })];
    return createVehicleLookup({ ...account, fetch: async () => answer(), layers });
  };
  const brands = () => Response.json({ success: true, data: [{ name: 'VW', slug: 'vw' }] });
  const unreachable = () => {
    throw new TypeError('a request was made');
  };

  test('is available to the next program', async () => {
    const directory = temporaryDirectory();
    await client(directory, brands).listBrands();
    expect((await client(directory, unreachable).listBrands()).data).toEqual([{ name: 'VW', slug: 'vw' }]);
  });

  test('ignores an expired entry, and the next entry reuses its file', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const directory = temporaryDirectory();
    const store = fileStore(directory);
    store.set('a', 'b', 60);
    vi.setSystemTime(60_000);
    expect(store.get('a')).toBeUndefined();
    store.set('a', 'c', 60);
    expect(store.get('a')).toBe('c');
    expect(readdirSync(join(directory, 'cache'))).toHaveLength(1);
  });

  test('ignores a broken file', async () => {
    const directory = temporaryDirectory();
    await client(directory, brands).listBrands();
    const [name = ''] = readdirSync(join(directory, 'cache'));
    writeFileSync(join(directory, 'cache', name), '{"key":');
    expect((await client(directory, brands).listBrands()).data).toHaveLength(1);
  });

  test('is accessible only to this user and does not contain credentials', async () => {
    const directory = join(temporaryDirectory(), 'new', 'one');
    await client(directory, brands).listBrands();
    const cache = join(directory, 'cache');
    expect(statSync(cache).mode & 0o077).toBe(0);
    for (const name of readdirSync(cache)) expect(readFileSync(join(cache, name), 'utf8')).not.toMatch(/CANARY|demo/);
  });
});

test('files of a killed process are removed after an hour', () => {
  const directory = temporaryDirectory();
  fileStore(directory);
  const drafts = join(directory, 'drafts');
  for (const [name, minutes] of [
    ['old', 61],
    ['young', 59],
  ] as const) {
    writeFileSync(join(drafts, name), '');
    const time = Date.now() / 1000 - minutes * 60;
    utimesSync(join(drafts, name), time, time);
  }
  fileStore(directory).set('a', 'b', 60);
  expect(readdirSync(drafts)).toEqual(['young']);
});

test('an unusable directory is rejected with the reason', () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  expect(() => fileStore(file)).toThrow(/fileStore: directory: expected a writable directory, got (ENOTDIR|EEXIST)/);
});

describe('the allowance of a directory', () => {
  const timesIn = (directory: string): readonly number[] => {
    let kept: readonly number[] = [];
    fileStore(directory).update((times) => {
      kept = times;
      return [...times];
    });
    return kept;
  };

  test('is exact for several concurrent processes', async () => {
    const { baseUrl, paid } = await counted();
    const directory = temporaryDirectory();
    const parts = [0, 1, 2].map((part) => vins(60).slice(part * 20, part * 20 + 20));
    const ends = await Promise.all(parts.map((part) => run(worker, [baseUrl, directory, '50', ...part])));
    expect(ends.map(({ code, err }) => ({ code, err }))).toEqual(Array(3).fill({ code: 0, err: '' }));
    expect(total(paid)).toBe(50);
    const { remaining } = createAllowance({ limit: 50, windowSeconds: 86_400, store: fileStore(directory) });
    expect(await remaining()).toBe(0);
  });

  test('continues to count after many changes and keeps few files', async () => {
    const directory = temporaryDirectory();
    const store = fileStore(directory);
    for (let time = 0; time < 200; time++) store.update((times) => [...times.slice(-3), time]);
    expect(timesIn(directory)).toEqual([196, 197, 198, 199]);
    expect(readdirSync(join(directory, 'allowance')).length).toBeLessThan(70);
  });

  test.each(['null', '{"a":', '7'])(
    'with an invalid file (%s) prevents requests and reports the file to remove',
    async (text) => {
      const directory = temporaryDirectory();
      const store = fileStore(directory);
      for (let time = 0; time < 3; time++) store.update((times) => [...times, Date.now()]);
      const file = join(directory, 'allowance', '3.json');
      writeFileSync(file, text);
      const { remaining } = createAllowance({ limit: 50, windowSeconds: 86_400, store });
      await expect(remaining()).rejects.toMatchObject({
        code: 'invalid_argument',
        message: `fileStore: ${file}: expected a list of times. Remove this file to restore the previous count.`,
      });
      rmSync(file);
      expect(await remaining()).toBe(48);
    },
  );

  test('repeats a change if another process was faster', () => {
    const directory = temporaryDirectory();
    const [one, other] = [fileStore(directory), fileStore(directory)];
    let isFirst = true;
    one.update((times) => {
      if (isFirst) other.update((earlier) => [...earlier, 1]);
      isFirst = false;
      return [...times, 2];
    });
    expect(timesIn(directory)).toEqual([1, 2]);
  });
});

test('the completed steps of an interrupted input are not charged again', async () => {
  const { baseUrl, paid } = await counted();
  const directory = temporaryDirectory();
  const inputs = vins(8);
  const first = await run(worker, [baseUrl, directory, '5', ...inputs]);
  expect(JSON.parse(first.out)).toMatchObject({ stopped: 'quota_exhausted', remaining: 0 });
  const second = await run(worker, [baseUrl, directory, '16', ...inputs]);
  expect(JSON.parse(second.out)).toEqual({ succeeded: 8, failed: 0, left: 0, remaining: 0 });
  expect([...paid.values()]).toEqual(Array(16).fill(1));
});

const kills = process.env.DEEP ? 50 : 3;
test(`a program that is killed ${kills} times pays twice only for requests in progress and does not lose responses`, async () => {
  const concurrency = 4;
  const inputs = vins(kills * 8);
  const directory = temporaryDirectory();
  let left = Number.POSITIVE_INFINITY;
  let stop = () => {};
  const { baseUrl, paid } = await counted(() => --left === 0 && stop());
  for (let kill = 0; kill < kills; kill++) {
    const program = start(worker, [baseUrl, directory, '100000', ...inputs]);
    left = 1 + ((kill * 7) % 13);
    // Wait some turns, so that the response is in transit, read or stored.
    stop = () => {
      let turns = (kill * 5) % 8;
      const wait = () => (turns-- > 0 ? setImmediate(wait) : void program.stop('SIGKILL'));
      wait();
    };
    await program.ended;
  }
  left = Number.POSITIVE_INFINITY;
  const { out } = await run(worker, [baseUrl, directory, '100000', ...inputs]);
  expect(JSON.parse(out)).toMatchObject({ succeeded: inputs.length, failed: 0, left: 0 });
  expect(paid.size).toBe(2 * inputs.length);
  const twice = total(paid) - paid.size;
  console.log(`${kills} kills: ${total(paid)} consultations for ${paid.size} queries, ${twice} of them twice`);
  expect(twice).toBeLessThanOrEqual(kills * concurrency);
  // The allowance counted every charge by the service.
  const { remaining } = JSON.parse(out);
  expect(100_000 - remaining).toBeGreaterThanOrEqual(total(paid));
});

test.each(['', undefined])('the directory %j is rejected, and files are not written', (directory) => {
  expect(() => fileStore(directory as string)).toThrow('fileStore: directory: expected a non-empty text, got');
});
