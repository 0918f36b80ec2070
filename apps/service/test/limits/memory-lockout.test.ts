import { expect, test } from 'vitest';
import { LOCKOUT_RULES } from '../../src/limits/admission.ts';
import { createMemoryLockout, pairOf } from '../../src/limits/memory-limits.ts';

const now = () => 1_800_000_000_000;

test('a flood of invented users from one address does not affect the counts of other addresses', () => {
  const lockout = createMemoryLockout(now, { ...LOCKOUT_RULES, wrongKeys: 3, pairs: 100 });
  const wrong = (address: string) => lockout.countWrongKey(pairOf('ann', address));
  for (let time = 0; time < 3; time++) wrong('192.0.2.1');
  for (let user = 0; user < 1000; user++)
    expect(lockout.countWrongKey(pairOf(`user ${user}`, '192.0.2.9'))).toBeUndefined();
  expect(lockout.retryAfterSeconds(pairOf('ann', '192.0.2.1'))).toBe(900);
  expect([wrong('192.0.2.2'), wrong('192.0.2.2'), wrong('192.0.2.2')]).toEqual([undefined, undefined, 900]);
});

test('if there are too many pairs, the least recently active pair is removed, even if it is locked out', () => {
  const lockout = createMemoryLockout(now, { ...LOCKOUT_RULES, wrongKeys: 2, pairs: 2 });
  const wrong = (user: string) => lockout.countWrongKey(pairOf(user, '::1'));
  for (const user of ['a', 'b', 'c', 'a']) expect(wrong(user)).toBeUndefined();
  for (const user of ['a', 'c', 'd']) wrong(user);
  expect(wrong('d')).toBe(900);
  const locked = ['a', 'c', 'd'].map((user) => lockout.retryAfterSeconds(pairOf(user, '::1')));
  expect(locked).toEqual([undefined, 900, 900]);
});

test('a lockout ends when the clock is set back', () => {
  let ms = now();
  const lockout = createMemoryLockout(() => ms, { ...LOCKOUT_RULES, wrongKeys: 1 });
  expect(lockout.countWrongKey(pairOf('ann', '::1'))).toBe(900);
  ms -= 3_600_000;
  expect(lockout.retryAfterSeconds(pairOf('ann', '::1'))).toBeUndefined();
});
