import { expect, test } from 'vitest';
import { valueRulesOf } from '../../src/judge/value-rule.ts';

test('an operation without value rules has none', () => {
  expect([...valueRulesOf(['first', 'second'], { first: { rules: [] } })]).toEqual([['first', { rules: [] }]]);
});

test('value rules that are not named after an operation stop the run', () => {
  expect(() => valueRulesOf(['second'], { first: { rules: [] } })).toThrow(
    'value rules without an operation: first; name them after an operation in value-rules.ts',
  );
});
