import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { type Change, compare, load, rules } from '../../src/index.ts';
import { documentOf, type Fragment } from '../../src/report/explain.ts';

/** The current date in all comparisons. */
export const TODAY = '2026-01-01';

function loaded(fragment: Fragment) {
  // A shared directory would be removed after the first test file, because all test files share this module.
  const file = join(temporaryDirectory(), 'document.json');
  writeFileSync(file, JSON.stringify(documentOf(fragment)));
  return load(file);
}

/** Returns the changes between the documents of two fragments. */
export const changesBetween = (base: Fragment, revision: Fragment): Promise<Change[]> =>
  compare(loaded(base), loaded(revision), rules, TODAY);

/** Returns the changes between two fragments as lines, such as `major path-removed`. */
export async function codesBetween(base: Fragment, revision: Fragment): Promise<string[]> {
  const changes = await changesBetween(base, revision);
  return changes.map(({ impact, code }) => `${impact} ${code}`);
}

export type { Fragment };
