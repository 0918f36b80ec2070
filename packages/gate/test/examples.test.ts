import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { type Change, compare, load, rules } from '../src/index.ts';
import { documentOf, type Fragment, readExamples } from '../src/report/examples.ts';

const examples = readExamples();
const directory = temporaryDirectory();
let count = 0;

function loaded(fragment: Fragment) {
  const file = join(directory, `${count++}.json`);
  writeFileSync(file, JSON.stringify(documentOf(fragment)));
  return load(file);
}

const changes = (base: Fragment, revision: Fragment): Promise<Change[]> =>
  compare(loaded(base), loaded(revision), rules);

test('every rule has an example, and every example a rule', () => {
  expect(Object.keys(examples).sort()).toEqual([...rules.keys()].sort());
});

test.each(Object.entries(examples))('%s reports its example, and not the other one', async (code, example) => {
  const { base, reports, silent } = example;
  const [found, others] = [await changes(base, reports), await changes(base, silent)];
  expect(found.map((one) => one.code)).toContain(code);
  // The same values in another notation are a patch of the same code.
  expect(others.filter((one) => one.code === code && one.impact === found[0]?.impact)).toEqual([]);
  const isBreaking = found.some((one) => one.code === code && one.impact === 'major');
  if (isBreaking) expect(others.filter(({ impact }) => impact === 'major')).toEqual([]);
});
