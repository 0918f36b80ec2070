import { expect, test } from 'vitest';
import { toPlan } from '../../src/accounts/plan.ts';

test('a plan that was stored before a setting existed has the default of the setting', () => {
  const plan = toPlan('old', '{"limit":3,"windowSeconds":60}');
  expect(plan).toEqual({ name: 'old', limit: 3, windowSeconds: 60, burst: 50, excluded: [] });
});
