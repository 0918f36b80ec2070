import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, toPlan } from '../../src/accounts/plan.ts';

test('a plan that was stored before a setting existed has the default value for this setting', () => {
  const plan = toPlan('old', '{"limit":3,"windowSeconds":60}');
  expect(plan).toEqual({ ...DEFAULT_SETTINGS, name: 'old', limit: 3, windowSeconds: 60 });
});
