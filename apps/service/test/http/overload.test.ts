import { expect, test } from 'vitest';
import { createOverloadLimit } from '../../src/http/overload.ts';
import type { Admission, Admit } from '../../src/limits/admission.ts';
import { fakeAdmit, fakeQuota } from './fakes.ts';
import { get, type HttpResponse, paid, start } from './server.ts';

/** Requests that are in progress at most. */
const ROOM = 100;
const QUERY = paid('brands=1');

/** A service whose clock stands still, and whose requests wait for `release` once `hold` was called. */
async function startHeld() {
  const clock = { ms: 0 };
  const overloadLimit = createOverloadLimit({ now: () => clock.ms, active: () => 0 });
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
  /** A request that takes so many milliseconds. */
  const take = async (ms: number): Promise<number> => {
    hold();
    const response = get(server, QUERY);
    await expect.poll(() => waiting).toBe(1);
    clock.ms += ms;
    release();
    return (await response).status;
  };
  /** So many requests at the same time, of which `room` wait; then all may go on. */
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

test('once all responses of half a second were late, requests beyond a hundred get 503 immediately, and cost nothing', async () => {
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

test('one late response is no overload', async () => {
  const { take, takeTogether } = await startHeld();
  await take(5_000);
  const { all } = await takeTogether(ROOM + 20, ROOM + 20);
  expect(count(all, 200)).toBe(ROOM + 20);
});

test('a response in time between late ones is no overload', async () => {
  const { take, takeTogether } = await startHeld();
  for (const ms of [600, 10, 600]) await take(ms);
  expect(count((await takeTogether(ROOM + 20, ROOM + 20)).all, 200)).toBe(ROOM + 20);
});

test('the limit ends by itself, a second after the last rejection', async () => {
  const { clock, take, takeTogether } = await startHeld();
  for (const ms of [600, 600]) await take(ms);
  await takeTogether(ROOM + 1, ROOM);
  clock.ms += 999;
  expect(count((await takeTogether(ROOM + 1, ROOM)).all, 503)).toBe(1);
  clock.ms += 1_000;
  expect(count((await takeTogether(ROOM + 20, ROOM + 20)).all, 200)).toBe(ROOM + 20);
});

test('a request that waited for the event loop is as late as if it had waited in the service', () => {
  const clock = { now: 0, active: 0 };
  const limit = createOverloadLimit({ now: () => clock.now, active: () => clock.active });
  const enter = () => limit.enter();
  const blocked = async (ms: number) => {
    clock.now += ms;
    clock.active += ms;
    // The next turn of the event loop.
    await new Promise(setImmediate);
    enter()?.();
  };
  return blocked(60)
    .then(() => blocked(600))
    .then(() => {
      const leave = Array.from({ length: ROOM }, enter);
      expect(leave.every((one) => one !== undefined)).toBe(true);
      expect(enter()).toBeUndefined();
      leave[0]?.();
      expect(enter()).toBeDefined();
    });
});
