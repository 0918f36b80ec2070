import { expect, test } from 'vitest';
import { rules } from '../src/index.ts';
import { readExamples } from '../src/report/explain.ts';
import { changesBetween } from './support/fragments.ts';

const examples = readExamples();
test('every rule has an example, and every example a rule', () => {
  expect(Object.keys(examples).sort()).toEqual([...rules.keys()].sort());
});

test.each(Object.entries(examples))('%s reports its example, and not the other one', async (code, example) => {
  const { base, reports, silent } = example;
  const [found, others] = [await changesBetween(base, reports), await changesBetween(base, silent)];
  expect(found.map((one) => one.code)).toContain(code);
  // The same values in another notation are a patch of the same code.
  expect(others.filter((one) => one.code === code && one.impact === found[0]?.impact)).toEqual([]);
  const isBreaking = found.some((one) => one.code === code && one.impact === 'major');
  if (isBreaking) expect(others.filter(({ impact }) => impact === 'major')).toEqual([]);
});
