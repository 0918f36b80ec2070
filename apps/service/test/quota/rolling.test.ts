import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Charge } from '../../src/quota/quota.ts';
import { createSqliteQuota } from '../../src/quota/sqlite-quota.ts';
import { openDatabase } from '../../src/sqlite/open.ts';
import { accountOf, DAY, fakeClock, tempAccounts, tempFolder } from '../accounts/temp.ts';

const HOUR = 3600;

test('the window rolls: each consultation comes back when it is as old as the window, to the millisecond', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const account = await accountOf(accounts, { limit: 2, windowSeconds: HOUR });
  const charge = () => accounts.quota.charge(account);
  const allowance = { limit: 2, windowSeconds: HOUR };

  expect(await charge()).toEqual({ ok: true, allowance: { ...allowance, remaining: 1, resetSeconds: HOUR } });
  clock.forward(600_000);
  expect(await charge()).toEqual({ ok: true, allowance: { ...allowance, remaining: 0, resetSeconds: 3000 } });
  const refused = { ok: false, allowance: { ...allowance, remaining: 0, resetSeconds: 3000 }, retryAfterSeconds: 3000 };
  expect(await charge()).toEqual(refused);
  clock.forward(2_999_999);
  expect(await charge()).toMatchObject({ ok: false, retryAfterSeconds: 1 });
  clock.forward(1);
  expect(await charge()).toEqual({ ok: true, allowance: { ...allowance, remaining: 0, resetSeconds: 600 } });
  expect(await charge()).toMatchObject({ ok: false, retryAfterSeconds: 600 });
});

test('a check says what a charge would find and charges nothing', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const account = await accountOf(accounts, { limit: 1, windowSeconds: HOUR });
  const untouched = { limit: 1, windowSeconds: HOUR, remaining: 1, resetSeconds: 0 };
  for (let time = 0; time < 3; time++) {
    expect(await accounts.quota.check(account)).toEqual({ ok: true, allowance: untouched });
  }
  await accounts.quota.charge(account);
  expect(await accounts.quota.check(account)).toMatchObject({ ok: false, retryAfterSeconds: HOUR });
});

test('accounts have their own windows', async () => {
  const accounts = await tempAccounts();
  const [ann, bob] = [await accountOf(accounts, { limit: 1 }), await accountOf(accounts, { limit: 1 }, 'bob')];
  expect(await Promise.all([ann, bob, ann].map(accounts.quota.charge))).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: false },
  ]);
});

test('a clock that goes back gives nothing and takes nothing', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const account = await accountOf(accounts, { limit: 2, windowSeconds: HOUR });
  await accounts.quota.charge(account);
  clock.forward(-10 * DAY);
  expect(await accounts.quota.charge(account)).toMatchObject({ ok: true, allowance: { remaining: 0 } });
  const wait = 10 * 86_400 + HOUR;
  const refused = { ok: false, retryAfterSeconds: wait, allowance: { resetSeconds: wait } };
  expect(await accounts.quota.charge(account)).toMatchObject(refused);
  clock.forward(wait * 1000 - 1);
  expect(await accounts.quota.charge(account)).toMatchObject({ ok: false, retryAfterSeconds: 1 });
  clock.forward(1);
  expect(await accounts.quota.charge(account)).toMatchObject({ ok: true, allowance: { remaining: 1 } });
});

test('consultations of a clock that was ahead are dated back on demand, and then count one window longer', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const account = await accountOf(accounts, { limit: 3, windowSeconds: HOUR });
  await accounts.quota.charge(account);
  clock.forward(20 * DAY);
  for (let time = 0; time < 2; time++) await accounts.quota.charge(account);
  clock.forward(-20 * DAY + 60_000);
  expect(accounts.repairClock()).toBe(2);
  expect(accounts.repairClock()).toBe(0);
  expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: 0, resetSeconds: HOUR - 60 } });
  clock.forward(HOUR * 1000);
  expect(await accounts.quota.charge(account)).toMatchObject({ ok: true, allowance: { remaining: 2 } });
});

test('under a lower limit, one more is allowed when enough have left; under a higher one, at once', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const account = await accountOf(accounts, { limit: 5, windowSeconds: HOUR });
  for (let time = 0; time < 5; time++) {
    await accounts.quota.charge(account);
    clock.forward(60_000);
  }
  const lower = { ...account, plan: { ...account.plan, limit: 2 } };
  const wait = HOUR - 2 * 60;
  expect(await accounts.quota.check(lower)).toMatchObject({ retryAfterSeconds: wait, allowance: { remaining: 0 } });
  clock.forward(wait * 1000 - 1);
  expect(await accounts.quota.check(lower)).toMatchObject({ ok: false, retryAfterSeconds: 1 });
  clock.forward(1);
  expect(await accounts.quota.check(lower)).toMatchObject({ ok: true, allowance: { remaining: 1 } });
  const higher = { ...account, plan: { ...account.plan, limit: 9 } };
  expect(await accounts.quota.check(higher)).toMatchObject({ ok: true, allowance: { remaining: 8 } });
});

test('under a longer window, consultations count again that had left the shorter one', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const account = await accountOf(accounts, { limit: 10, windowSeconds: HOUR });
  for (let time = 0; time < 4; time++) await accounts.quota.charge(account);
  clock.forward(DAY);
  expect(await accounts.quota.charge(account)).toMatchObject({ allowance: { remaining: 9 } });
  const longer = { ...account, plan: { ...account.plan, windowSeconds: 7 * 86_400 } };
  expect(await accounts.quota.check(longer)).toMatchObject({ allowance: { remaining: 5 } });
});

interface Step {
  forward: number;
  limit: number;
  windowSeconds: number;
  charge: boolean;
}

/** The specification in five lines: all moments are kept, and counted each time. */
function naive(now: () => number) {
  const moments: number[] = [];
  return ({ limit, windowSeconds, charge }: Step): Charge => {
    const ts = Math.max(now(), ...moments);
    const live = () => moments.filter((moment) => moment + windowSeconds * 1000 > ts);
    const ok = live().length < limit;
    if (ok && charge) moments.push(ts);
    const counted = live();
    const next = counted.at(Math.max(0, counted.length - limit));
    const resetSeconds = next === undefined ? 0 : Math.ceil((next + windowSeconds * 1000 - now()) / 1000);
    const allowance = { limit, windowSeconds, remaining: Math.max(0, limit - counted.length), resetSeconds };
    return ok ? { ok, allowance } : { ok, allowance, retryAfterSeconds: resetSeconds };
  };
}

const halfSeconds = (count: number) => count * 500;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    // Half seconds, so that moments often meet the edges of windows.
    forward: fc
      .oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: -40, max: 80 }))
      .map(halfSeconds),
    limit: fc.integer({ min: 1, max: 6 }),
    windowSeconds: fc.constantFrom(1, 5, 10, 30),
    charge: fc.boolean(),
  }),
  { maxLength: 60, size: 'max' },
);

test('whatever the clock, the limits and the windows do, every figure is that of a naive count', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const { plan } = await accountOf(accounts, { limit: 1 });
  // No plan keeps consultations longer than 30 s, so that those are pruned that no window can hold.
  for (const name of ['test', 'free', 'standard', 'own']) {
    await accounts.registry.setPlan(name, () => ({ ...plan, name, windowSeconds: 30 }));
  }
  let users = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { account } = await accounts.registry.createAccount(`user ${users++}`, 'own');
      const model = naive(clock.now);
      for (const step of all) {
        clock.forward(step.forward);
        const asked = { id: account.id, user: account.user, plan: { ...plan, ...step } };
        const got = await (step.charge ? accounts.quota.charge(asked) : accounts.quota.check(asked));
        expect(got).toEqual(model(step));
      }
    }),
    { numRuns: process.env.DEEP ? 2000 : 100 },
  );
});

test('consultations older than the longest window of any plan are removed as others come', async () => {
  const clock = fakeClock();
  const folder = tempFolder();
  const accounts = await tempAccounts({ now: clock.now }, folder);
  const account = await accountOf(accounts, { limit: 50 });
  const rows = () => {
    const db = new DatabaseSync(folder.accounts, { readOnly: true });
    const { n } = db.prepare('SELECT count(*) AS n FROM usage').get() as { n: number };
    db.close();
    return n;
  };
  const charge = async (times: number) => {
    for (let time = 0; time < times; time++) await accounts.quota.charge(account);
  };
  await charge(40);
  clock.forward(30 * DAY - 1);
  await charge(1);
  expect(rows()).toBe(41);
  clock.forward(1);
  await charge(20);
  expect(rows()).toBe(21);
});

test('charges of one turn of the event loop share one transaction', async () => {
  const accounts = await tempAccounts();
  const account = await accountOf(accounts, { limit: 100 });
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  await Promise.all(Array.from({ length: 50 }, () => accounts.quota.charge(account)));
  expect(exec.mock.calls).toEqual([['BEGIN IMMEDIATE'], ['COMMIT']]);
  exec.mockRestore();
  expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: 50 } });
});

test('where a transaction fails, all its charges fail and none counts', async () => {
  const accounts = await tempAccounts();
  const account = await accountOf(accounts, { limit: 100 });
  await accounts.quota.charge(account);
  const stranger = { ...account, id: 999 };
  const results = await Promise.allSettled([account, stranger, account].map(accounts.quota.charge));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: 99 } });
  expect(await accounts.quota.charge(account)).toMatchObject({ allowance: { remaining: 98 } });
});

test('on a full disk charges fail and say why, nothing acknowledged is lost, and with room they pass again', async () => {
  const folder = tempFolder();
  const account = await accountOf(await tempAccounts({}, folder), { limit: 100_000 });
  const db = openDatabase(folder.accounts);
  onTestFinished(() => db.close());
  const quota = createSqliteQuota(db);
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${pages + 2}`);
  let acknowledged = 0;
  const filling = async () => {
    for (;;) acknowledged += (await Promise.all(Array.from({ length: 50 }, () => quota.charge(account)))).length;
  };
  await expect(filling()).rejects.toMatchObject({ reason: 'full', message: expect.stringContaining(folder.accounts) });
  expect(acknowledged).toBeGreaterThan(0);
  expect(await quota.check(account)).toMatchObject({ allowance: { remaining: 100_000 - acknowledged } });
  db.exec('PRAGMA max_page_count = 1000000');
  expect(await quota.charge(account)).toMatchObject({ ok: true, allowance: { remaining: 99_999 - acknowledged } });
});
