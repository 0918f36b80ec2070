import type { IncomingMessage } from 'node:http';
import { cleanUpLater, freePort } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, dataOf, VEHICLE } from '../support/ask.ts';
import { startBalancer } from '../support/balancer.ts';
import { createInstances, type Instance, type Instances } from '../support/instances.ts';
import { type Load, startLoad } from '../support/load.ts';
import { administer } from '../support/postgresql.ts';

const KILLS = 20;
/** The number of concurrent requests. */
const AT_ONCE = 12;

interface Setup {
  instances: Instances;
  running: Instance[];
  load: Load;
}

/** Starts three instances under load, and compares every response with the expected response. */
async function setUp(): Promise<Setup> {
  const instances = await createInstances();
  const account = await instances.account('ann');
  const ports = [await freePort(), await freePort(), await freePort()];
  const running = await Promise.all(ports.map((port) => instances.start({ port })));
  const { address } = await startBalancer(ports);
  const first = await ask(address, { ...account, ...VEHICLE });
  expect(first.status).toBe(200);
  const data = JSON.stringify(dataOf(first));
  const isRight = ({ statusCode, headers }: IncomingMessage, body: string): boolean => {
    if (statusCode === 200) return JSON.stringify(JSON.parse(body).data) === data;
    return statusCode === 500 && Number(headers['retry-after']) > 0 && JSON.parse(body).message === 'Server error.';
  };
  const path = `/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`;
  const load = startLoad(address, () => path, { atOnce: AT_ONCE, isRight });
  cleanUpLater(() => load.stop());
  return { instances, running, load };
}

const successes = ({ counts }: Load): number => counts.statuses[200] ?? 0;

/** Waits until more than `more` further requests have succeeded. */
async function moreSuccesses(load: Load, more: number): Promise<void> {
  const before = successes(load);
  await expect.poll(() => successes(load) - before).toBeGreaterThan(more);
}

/** Stops the load and compares its responses with the charges. */
async function expectExactCharges({ instances, load }: Setup, seconds: readonly number[]): Promise<void> {
  await load.stop();
  const { counts } = load;
  const [row] = await administer(instances.engine.url, 'select sum(head)::integer as n from usage_head');
  // One more request was sent before the load.
  const acknowledged = successes(load) + 1;
  const unacknowledged = Number(row?.n) - acknowledged;
  const times = seconds.map((one) => one.toFixed(1)).join(' ');
  console.log(
    `${KILLS} kills: ${acknowledged} charges acknowledged, ${unacknowledged} without a response, responses ` +
      `${JSON.stringify(counts.statuses)}, broken connections ${counts.broken}, wrong ${counts.wrong.length}, ` +
      `seconds to recover: ${times}`,
  );
  expect(counts.wrong).toEqual([]);
  expect(unacknowledged).toBeGreaterThanOrEqual(0);
  expect(unacknowledged).toBeLessThanOrEqual(KILLS * AT_ONCE);
}

test(`${KILLS} kills of an instance under load lose no acknowledged charges and cause no invalid responses`, async () => {
  const setup = await setUp();
  const { instances, running, load } = setup;
  const seconds: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await moreSuccesses(load, 50 + kill * 7);
    const [victim, start] = [kill % running.length, performance.now()];
    const { port = 0 } = running[victim] ?? {};
    await running[victim]?.stop('SIGKILL');
    running[victim] = await instances.start({ port });
    seconds.push((performance.now() - start) / 1000);
  }
  await expectExactCharges(setup, seconds);
});

test(`${KILLS} kills of PostgreSQL under load lose no acknowledged charges and cause no invalid responses`, async () => {
  const setup = await setUp();
  const { instances, load } = setup;
  const seconds: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await moreSuccesses(load, 50 + kill * 7);
    const start = performance.now();
    await instances.engine.stop('SIGKILL');
    await instances.engine.start();
    await moreSuccesses(load, 0);
    seconds.push((performance.now() - start) / 1000);
  }
  expect(load.counts.statuses[500]).toBeGreaterThan(0);
  await expectExactCharges(setup, seconds);
});
