import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cleanUpLater, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, type Credentials, VEHICLE } from '../support/ask.ts';
import { createAccount, createPlan, importVehicles, serve } from '../support/service.ts';
import { raw, responses } from './server.ts';

const DEEP = Boolean(process.env.DEEP);

/** Creates a data directory with one account and a limit on its consultations. */
async function limitedTo(limit: number): Promise<{ data: string; account: Credentials }> {
  const data = join(temporaryDirectory(), 'data');
  await createPlan(data, 'own', { limit });
  await importVehicles(data);
  return { data, account: await createAccount(data, 'ann', 'own') };
}

/** Returns a function that sends a request on one of `lanes` connections and returns the status of the complete response. */
function requester(address: string, account: Credentials, lanes: number): () => Promise<number | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  cleanUpLater(() => agent.destroy());
  const url = `${address}/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`;
  return async () => {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return response.statusCode;
  };
}

const inLanes = (lanes: number, lane: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: lanes }, lane));

/** Returns the number of consultations on disk. */
function rows(data: string): number {
  const db = new DatabaseSync(join(data, 'accounts.sqlite'), { readOnly: true });
  const row = db.prepare('SELECT count(*) AS n FROM usage').get();
  db.close();
  return Number(row?.n);
}

test('if 50 connections send 5 % more requests than the limit, exactly the permitted number succeeds', async () => {
  const limit = DEEP ? 1000 : 100;
  const over = limit / 20;
  const { data, account } = await limitedTo(limit);
  const { address } = await serve(data);
  const request = requester(address, account, 50);
  const statuses: (number | undefined)[] = [];
  let left = limit + over;
  await inLanes(50, async () => {
    while (left-- > 0) statuses.push(await request());
  });
  const count = (status: number) => statuses.filter((one) => one === status).length;
  expect([statuses.length, count(200), count(429)]).toEqual([limit + over, limit, over]);
  expect(rows(data)).toBe(limit);
});

test('a service that is killed under load has charged each response once and continues to count', async () => {
  const limit = 1_000_000;
  const { data, account } = await limitedTo(limit);
  for (let kill = 0; kill < (DEEP ? 20 : 1); kill++) {
    const before = rows(data);
    const service = await serve(data);
    const request = requester(service.address, account, 20);
    let [sent, succeeded, alive] = [0, 0, true];
    const load = inLanes(20, async () => {
      while (alive) {
        sent++;
        const status = await request().catch(() => undefined);
        if (status === 200) succeeded++;
        else alive = false;
      }
    });
    const enough = 50 + Math.floor(Math.random() * 200);
    await expect.poll(() => succeeded).toBeGreaterThan(enough);
    await service.stop('SIGKILL');
    await load;
    const charged = rows(data) - before;
    expect(charged).toBeGreaterThanOrEqual(succeeded);
    expect(charged).toBeLessThanOrEqual(sent);
  }
  const { address } = await serve(data);
  const used = rows(data);
  expect(await ask(address, { ...account, ...VEHICLE })).toMatchObject({ status: 200, remaining: limit - used - 1 });
});

test('a client that half-closes its connection after a request receives the charged response', async () => {
  const { data, account } = await limitedTo(100);
  const { address } = await serve(data);
  const target = `/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`;
  for (let count = 1; count <= 10; count++) {
    const received = await raw(Number(new URL(address).port), `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, true);
    expect(responses(received).map(({ status }) => status)).toEqual([200]);
    expect(rows(data)).toBe(count);
  }
});
