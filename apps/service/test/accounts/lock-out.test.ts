import { expect, test } from 'vitest';
import { createLockOut, LOCK_OUT } from '../../src/accounts/lock-out.ts';

test('a flood of invented users fills no memory, and what is watched stays watched', async () => {
  const lockOut = createLockOut({ ...LOCK_OUT, wrongKeys: 3, pairs: 2 });
  for (const user of ['a', 'b', 'c', 'c', 'c', 'c']) expect(await lockOut.wrong(user, '::1')).toBeUndefined();
  expect(await lockOut.locked('c', '::1')).toBeUndefined();
  await lockOut.wrong('a', '::1');
  expect(await lockOut.wrong('a', '::1')).toBe(900);
  expect(await lockOut.locked('a', '::1')).toBe(900);
});

test('fifty wrong keys at once count as fifty', async () => {
  const lockOut = createLockOut();
  const results = await Promise.all(Array.from({ length: 50 }, () => lockOut.wrong('ann', '::1')));
  expect(results.filter((wait) => wait === undefined)).toHaveLength(9);
});
