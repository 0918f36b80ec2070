import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { ask, type Credentials, VEHICLE } from '../ops/support/ask.ts';
import { createAccount, run, serve, temporaryFolder } from '../ops/support/run.ts';

const DEEP = Boolean(process.env.DEEP);

/** A data folder with one account, whose plan limits nothing but its window. */
async function limited(limit: number): Promise<{ data: string; account: Credentials }> {
  const data = join(temporaryFolder(), 'data');
  await run(['migrate', '--data-dir', data]);
  const plan = ['--plan', 'own', '--limit', String(limit), '--window', '30d', '--burst', '10000'];
  expect((await run(['plan', 'set', ...plan, '--data-dir', data])).err).toBe('');
  return { data, account: await createAccount(data, 'ann', 'own') };
}

/** A function that asks over as many connections as there are lanes, and gives the status of a whole answer. */
function asking(address: string, account: Credentials, lanes: number): () => Promise<number | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  onTestFinished(() => agent.destroy());
  const url = `${address}/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`;
  return async () => {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return response.statusCode;
  };
}

const inLanes = (lanes: number, lane: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: lanes }, lane));

/** Consultations on disk. */
function rows(data: string): number {
  const db = new DatabaseSync(join(data, 'accounts.sqlite'), { readOnly: true });
  const row = db.prepare('SELECT count(*) AS n FROM usage').get();
  db.close();
  return Number(row?.n);
}

test('of a twentieth more requests than a plan allows, over 50 connections, the service answers the limit', async () => {
  const limit = DEEP ? 1000 : 100;
  const over = limit / 20;
  const { data, account } = await limited(limit);
  const { address } = await serve(data);
  const request = asking(address, account, 50);
  const statuses: (number | undefined)[] = [];
  let left = limit + over;
  await inLanes(50, async () => {
    while (left-- > 0) statuses.push(await request());
  });
  const count = (status: number) => statuses.filter((one) => one === status).length;
  expect([statuses.length, count(200), count(429)]).toEqual([limit + over, limit, over]);
  expect(rows(data)).toBe(limit);
});

test('a service that is killed under load has charged what it answered, nothing twice, and counts on', async () => {
  const limit = 1_000_000;
  const { data, account } = await limited(limit);
  for (let kill = 0; kill < (DEEP ? 20 : 2); kill++) {
    const before = rows(data);
    const service = await serve(data);
    const request = asking(service.address, account, 20);
    let [sent, answered, alive] = [0, 0, true];
    const load = inLanes(20, async () => {
      while (alive) {
        sent++;
        const status = await request().catch(() => undefined);
        if (status === 200) answered++;
        else alive = false;
      }
    });
    await expect.poll(() => answered).toBeGreaterThan(50);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
    await service.kill();
    await load;
    const charged = rows(data) - before;
    expect(charged).toBeGreaterThanOrEqual(answered);
    expect(charged).toBeLessThanOrEqual(sent);
  }
  const { address, stop } = await serve(data);
  const used = rows(data);
  expect(await ask(address, { ...account, ...VEHICLE })).toMatchObject({ status: 200, remaining: limit - used - 1 });
  await stop();
});
