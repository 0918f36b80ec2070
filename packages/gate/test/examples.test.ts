import { expect, test } from 'vitest';
import { rules } from '../src/index.ts';
import { readExamples } from '../src/report/explain.ts';
import { changesBetween } from './support/fragments.ts';

const examples = readExamples();
test('every rule has an example, and every example has a rule', () => {
  expect(Object.keys(examples).sort()).toEqual([...rules.keys()].sort());
});

test.each(Object.entries(examples))('%s reports only the matching example', async (code, example) => {
  const { base, reports, silent } = example;
  const [found, others] = [await changesBetween(base, reports), await changesBetween(base, silent)];
  expect(found.map((one) => one.code)).toContain(code);
  // A different notation for the same values is rated patch with the same code.
  expect(others.filter((one) => one.code === code && one.impact === found[0]?.impact)).toEqual([]);
  const isBreaking = found.some((one) => one.code === code && one.impact === 'major');
  if (isBreaking) expect(others.filter(({ impact }) => impact === 'major')).toEqual([]);
});
