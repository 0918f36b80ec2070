import { expect, test } from 'vitest';
import { createMemoryBurst } from '../../src/quota/memory-burst.ts';
import { fakeClock } from '../accounts/temp.ts';

const account = (burst: number, id = 1) => ({
  id,
  user: 'ann',
  plan: { name: 'own', limit: 1, windowSeconds: 1, burst, excluded: [] },
});

test('no second holds more requests than the burst, wherever it begins', () => {
  const clock = fakeClock();
  const burst = createMemoryBurst(clock.now);
  const hit = () => burst.hit(account(3));
  expect([hit(), hit()]).toEqual([undefined, undefined]);
  clock.forward(900);
  expect([hit(), hit()]).toEqual([undefined, 1]);
  clock.forward(99);
  expect(hit()).toBe(1);
  clock.forward(1);
  expect([hit(), hit(), hit()]).toEqual([undefined, undefined, 1]);
});

test('a refused request does not count, and accounts count for themselves', () => {
  const clock = fakeClock();
  const burst = createMemoryBurst(clock.now);
  burst.hit(account(1));
  for (let time = 0; time < 9; time++) {
    clock.forward(100);
    expect(burst.hit(account(1))).toBe(1);
  }
  expect(burst.hit(account(1, 2))).toBeUndefined();
  clock.forward(100);
  expect(burst.hit(account(1))).toBeUndefined();
});

test('another burst of the plan holds from the next request on', () => {
  const burst = createMemoryBurst(fakeClock().now);
  burst.hit(account(1));
  expect(burst.hit(account(1))).toBe(1);
  expect(burst.hit(account(2))).toBeUndefined();
});
