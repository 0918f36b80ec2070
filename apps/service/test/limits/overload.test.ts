import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { createOverloadLimit } from '../../src/http/overload.ts';
import { startService } from '../../src/http/service.ts';
import type { Admission, Admit } from '../../src/limits/admission.ts';
import { fakeAdmit, fakeQuota } from '../http/fakes.ts';
import { get, type HttpResponse, paid, start } from '../http/server.ts';
import { ask, VEHICLE } from '../support/ask.ts';
import { QUIET } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

/** The maximum number of requests in progress. */
const ROOM = 128;
const QUERY = paid('brands=1');

/** Starts a service with a fake clock, whose requests wait for `release` after `hold` is called. */
async function startHeld() {
  const clock = { ms: 0 };
  let idle = 0;
  const overloadLimit = createOverloadLimit(
    () => clock.ms,
    () => idle++,
  );
  const admitted = fakeAdmit();
  let gate: Promise<void> | undefined;
  let open = (): void => undefined;
  let waiting = 0;
  const admit: Admit = async (...request): Promise<Admission> => {
    waiting++;
    await gate;
    waiting--;
    return admitted(...request);
  };
  const quota = fakeQuota();
  const server = await start({ admit, quota, overloadLimit });
  const release = (): void => {
    open();
    gate = undefined;
  };
  const hold = (): void => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  /** Sends a request that takes `ms` milliseconds, and returns its status. */
  const take = async (ms: number): Promise<number> => {
    hold();
    const response = get(server, QUERY);
    await expect.poll(() => waiting).toBe(1);
    clock.ms += ms;
    release();
    return (await response).status;
  };
  /** Sends `count` concurrent requests, verifies that `room` requests wait, and then releases them. */
  const takeTogether = async (count: number, room: number) => {
    hold();
    const early: HttpResponse[] = [];
    const responses = Array.from({ length: count }, () => get(server, QUERY));
    for (const response of responses) response.then((one) => early.push(one));
    await expect.poll(() => [waiting, early.length]).toEqual([room, count - room]);
    const [rejected] = early;
    release();
    return { rejected, all: await Promise.all(responses) };
  };
  return { server, clock, take, takeTogether, charges: () => quota.charges.get(1) ?? 0 };
}

const count = (responses: { status: number }[], status: number): number =>
  responses.filter((response) => response.status === status).length;

test('after half a second of late responses, requests beyond 128 in progress are rejected immediately with 503 and not charged', async () => {
  const { server, take, takeTogether, charges } = await startHeld();
  for (const ms of [600, 600]) expect(await take(ms)).toBe(200);
  const { rejected, all } = await takeTogether(ROOM + 20, ROOM);
  expect(rejected).toMatchObject({ status: 503, body: { success: false } });
  expect(rejected?.headers.get('retry-after')).toBe('1');
  expect([count(all, 200), count(all, 503)]).toEqual([ROOM, 20]);
  expect(charges()).toBe(ROOM + 2);
  const events = server.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'overload');
  expect(events).toHaveLength(1);
  expect(await server.metrics.text()).toContain('vehicle_lookup_events_total{event="overload"} 20');
});

test('one late response does not cause an overload', async () => {
  const { take, takeTogether } = await startHeld();
  await take(5_000);
  const { all } = await takeTogether(ROOM + 20, ROOM + 20);
  expect(count(all, 200)).toBe(ROOM + 20);
});

test('late responses do not cause an overload if a response between them is in time', async () => {
  const { take, takeTogether } = await startHeld();
  for (const ms of [600, 10, 600]) await take(ms);
  expect(count((await takeTogether(ROOM + 20, ROOM + 20)).all, 200)).toBe(ROOM + 20);
});

test('the limit ends one second after the last rejection', async () => {
  const { clock, take, takeTogether } = await startHeld();
  for (const ms of [600, 600]) await take(ms);
  await takeTogether(ROOM + 1, ROOM);
  clock.ms += 999;
  expect(count((await takeTogether(ROOM + 1, ROOM)).all, 503)).toBe(1);
  clock.ms += 1_000;
  expect(count((await takeTogether(ROOM + 20, ROOM + 20)).all, 200)).toBe(ROOM + 20);
});

test('a response that is delayed by a busy event loop counts as late', async () => {
  const clock = { now: 0, idle: 0 };
  const enter = createOverloadLimit(
    () => clock.now,
    () => clock.idle,
  );
  /** Begins a turn of the event loop after `busy` and `idle` milliseconds. */
  const turn = async (busy: number, idle: number) => {
    clock.now += busy + idle;
    clock.idle += idle;
    await nextTurn();
    enter()?.();
  };
  const fits = () => {
    const entered = Array.from({ length: ROOM + 1 }, enter);
    for (const leave of entered) leave?.();
    return entered.at(-1) !== undefined;
  };
  await turn(110, 0);
  await turn(600, 0);
  expect(fits()).toBe(false);
  for (let count = 0; count < 3; count++) await turn(110, 600);
  clock.now += 1_000;
  expect(fits()).toBe(true);
});

test('after many rejections, the next turn admits a twelfth of their number instead of 128', async () => {
  const clock = { now: 0 };
  const enter = createOverloadLimit(
    () => clock.now,
    () => 0,
  );
  const turn = async (requests: number): Promise<number> => {
    clock.now += 300;
    await nextTurn();
    const entered = Array.from({ length: requests }, enter).filter((leave) => leave !== undefined);
    for (const leave of entered) leave();
    return entered.length;
  };
  for (let count = 0; count < 3; count++) await turn(1);
  expect([await turn(4_000), await turn(4_000), await turn(300)]).toEqual([ROOM, 323, 300]);
});

test('an overloaded service responds on its admin port and does not charge rejected requests', async () => {
  let isOverloaded = true;
  const limit = createOverloadLimit();
  const overloadLimit = () => (isOverloaded ? undefined : limit());
  const log = { write: () => undefined, flush: async () => undefined, dropped: () => 0 };
  const service = await startService({ ...QUIET, overloadLimit }, await openDataStore(sound.copy()), log);
  try {
    const query = { ...sound.account(), ...VEHICLE };
    for (let count = 0; count < 3; count++) expect((await ask(service.address, query)).status).toBe(503);
    for (const path of ['/health', '/ready']) expect((await fetch(service.admin + path)).status).toBe(200);
    isOverloaded = false;
    expect(await ask(service.address, query)).toMatchObject({ status: 200, remaining: 999 });
  } finally {
    await service.stop();
  }
});
