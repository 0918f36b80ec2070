import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { caseNames, readCase, writeCase } from '../../corpus/read-case.ts';
import { compare, highest, load, rules } from '../../src/index.ts';
import { TODAY } from '../support/fragments.ts';

// Changes to small documents with their expected ratings. Each key in a file in corpus/cases is a case.
const directory = temporaryDirectory();

describe.concurrent.each(caseNames)('%s', (name) => {
  const { reason, verdict, findings, base, revision } = readCase(name);

  test(`${verdict}: ${reason}`, async () => {
    const own = join(directory, name);
    mkdirSync(own);
    const files = writeCase(name, own);
    const changes = await compare(load(files.base), load(files.revision), rules, TODAY);
    expect(highest(changes.map(({ impact }) => impact)) ?? 'none').toBe(verdict);
    const seen = changes.map(({ code, impact, operations, audience }) => ({ code, impact, operations, audience }));
    expect(distinct(seen)).toEqual(distinct(findings));
  });

  test('the revision differs from the base', () => {
    expect(JSON.stringify(revision)).not.toBe(JSON.stringify(base));
  });
});

test('the corpus has at least 60 cases and covers both kinds of document and every verdict', () => {
  const cases = caseNames.map(readCase);
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ base }) => base.info?.title))).toEqual(new Set(['Loans', 'Shelves']));
  expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(['major', 'minor', 'patch', 'none']));
});

/** Returns the sorted findings without duplicates, because a keyword may be reported more than once. */
const distinct = (findings: readonly unknown[]): string[] =>
  [...new Set(findings.map((one) => JSON.stringify(one)))].sort();
