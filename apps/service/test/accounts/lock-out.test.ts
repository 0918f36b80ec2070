import { expect, test } from 'vitest';
import { createLockOut, LOCK_OUT } from '../../src/accounts/lock-out.ts';

test('after a flood of invented users from one address, wrong keys from others are counted as before', async () => {
  const lockOut = createLockOut({ ...LOCK_OUT, wrongKeys: 3, pairs: 100 });
  const wrong = (address: string) => lockOut.wrong('ann', address);
  for (let time = 0; time < 3; time++) await wrong('192.0.2.1');
  for (let user = 0; user < 1000; user++) expect(await lockOut.wrong(`user ${user}`, '192.0.2.9')).toBeUndefined();
  expect(await lockOut.locked('ann', '192.0.2.1')).toBe(900);
  expect([await wrong('192.0.2.2'), await wrong('192.0.2.2'), await wrong('192.0.2.2')]).toEqual([
    undefined,
    undefined,
    900,
  ]);
});

test('what is remembered has a bound: the pair that was quiet longest is forgotten, locked or not', async () => {
  const lockOut = createLockOut({ ...LOCK_OUT, wrongKeys: 2, pairs: 2 });
  const wrong = (user: string) => lockOut.wrong(user, '::1');
  for (const user of ['a', 'b', 'c', 'a']) expect(await wrong(user)).toBeUndefined();
  for (const user of ['a', 'c', 'd']) await wrong(user);
  expect(await wrong('d')).toBe(900);
  const locked = await Promise.all(['a', 'c', 'd'].map((user) => lockOut.locked(user, '::1')));
  expect(locked).toEqual([undefined, 900, 900]);
});

test('fifty wrong keys at once count as fifty', async () => {
  const lockOut = createLockOut();
  const results = await Promise.all(Array.from({ length: 50 }, () => lockOut.wrong('ann', '::1')));
  expect(results.filter((wait) => wait === undefined)).toHaveLength(9);
});
