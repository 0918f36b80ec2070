import type { IncomingMessage } from 'node:http';
import { cleanUpLater, freePort } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, dataOf, VEHICLE } from '../support/ask.ts';
import { startBalancer } from '../support/balancer.ts';
import { instancesOn } from '../support/instances.ts';
import { type Load, startLoad } from '../support/load.ts';
import { administer } from '../support/postgresql.ts';
import { startReplication } from '../support/replication.ts';

const FAILOVERS = 10;
const INSTANCES = 3;
/** The number of concurrent requests. */
const AT_ONCE = 12;

const successes = ({ counts }: Load): number => counts.statuses[200] ?? 0;

async function moreSuccesses(load: Load, more: number): Promise<void> {
  const before = successes(load);
  await expect.poll(() => successes(load) - before).toBeGreaterThan(more);
}

test(`${FAILOVERS} failovers under load do not lose acknowledged charges or stop an instance`, async () => {
  const replication = await startReplication();
  const instances = await instancesOn(replication);
  const account = await instances.account('ann');
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const running = await Promise.all(ports.map((port) => instances.start({ port })));
  const { address } = await startBalancer(ports);
  const data = JSON.stringify(dataOf(await ask(address, { ...account, ...VEHICLE })));

  /** Remaining consultations after each acknowledged charge. After a lost charge, a number occurs twice. */
  const left: number[] = [];
  const isRight = ({ statusCode, headers }: IncomingMessage, body: string): boolean => {
    if (statusCode !== 200) return statusCode === 500 && Number(headers['retry-after']) > 0;
    left.push(Number(/\br=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    return JSON.stringify(JSON.parse(body).data) === data;
  };
  const path = `/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`;
  const load = startLoad(address, () => path, { atOnce: AT_ONCE, isRight });
  cleanUpLater(() => load.stop());

  const [promotions, recoveries]: [number[], number[]] = [[], []];
  for (let failover = 0; failover < FAILOVERS; failover++) {
    // Some failovers begin after commits wait for the standby.
    await moreSuccesses(load, 100 + failover * 7);
    const start = performance.now();
    promotions.push(await replication.failOver());
    // Responses that were already in progress do not count as a recovery.
    await moreSuccesses(load, AT_ONCE);
    recoveries.push(performance.now() - start);
    await replication.addStandby();
  }
  await moreSuccesses(load, 100);
  await load.stop();

  const { counts } = load;
  const seconds = (times: number[]) => times.map((ms) => (ms / 1000).toFixed(1)).join(' ');
  console.log(
    `${FAILOVERS} failovers: ${left.length} charges acknowledged, responses ${JSON.stringify(counts.statuses)}, broken ` +
      `connections ${counts.broken}, wrong ${counts.wrong.length}; seconds from the kill to responses: ${seconds(recoveries)}; ` +
      `of them the promotion: ${seconds(promotions)}`,
  );
  expect(running.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual(ports.map(() => null));
  expect(counts.wrong).toEqual([]);
  expect(counts.broken).toBe(0);
  expect(counts.statuses[500]).toBeGreaterThan(0);
  expect(left.length).toBe(successes(load));
  expect(new Set(left).size).toBe(left.length);
});

test('a primary that waits for a lost standby acknowledges no charges until the wait is disabled', async () => {
  const replication = await startReplication();
  const instances = await instancesOn(replication);
  const [{ address }, account] = [await instances.start(), await instances.account('ann')];
  const request = () => ask(address, { ...account, ...VEHICLE });
  const { remaining = 0 } = await request();
  await replication.loseStandby();
  expect((await request()).status).toBe(500);
  await administer(replication.url, "alter system set synchronous_standby_names = ''");
  await administer(replication.url, 'select pg_reload_conf()');
  await expect.poll(async () => (await request()).status).toBe(200);
  expect((await request()).remaining).toBeLessThanOrEqual(remaining - 2);
});
