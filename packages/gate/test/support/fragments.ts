import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { type Change, compare, load, rules } from '../../src/index.ts';
import { documentOf, type Fragment } from '../../src/report/examples.ts';

/** The day of all comparisons. */
export const TODAY = '2026-01-01';

const directory = temporaryDirectory();
let count = 0;

function loaded(fragment: Fragment) {
  const file = join(directory, `${count++}.json`);
  writeFileSync(file, JSON.stringify(documentOf(fragment)));
  return load(file);
}

/** Compares the documents of two fragments. */
export const changesBetween = (base: Fragment, revision: Fragment): Promise<Change[]> =>
  compare(loaded(base), loaded(revision), rules, TODAY);

/** The changes as lines: `major path-removed`. */
export async function codesBetween(base: Fragment, revision: Fragment): Promise<string[]> {
  const changes = await changesBetween(base, revision);
  return changes.map(({ impact, code }) => `${impact} ${code}`);
}

export type { Fragment };
