import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Change, compare, highest, load, loadRules } from '../src/index.ts';

// Pairs of small documents: what changed, and how it has to be rated. A directory is the registration.
const corpus = join(import.meta.dirname, '../corpus');
const names = readdirSync(corpus);

interface Expected {
  reason: string;
  verdict: string;
  findings: Pick<Change, 'code' | 'impact' | 'operations' | 'audience'>[];
}

const rules = await loadRules();

describe.concurrent.each(names)('%s', (name) => {
  const expected = parse(readFileSync(join(corpus, name, 'expected.yaml'), 'utf8')) as Expected;

  test(`${expected.verdict}: ${expected.reason}`, async () => {
    const [base, revision] = ['base.yaml', 'revision.yaml'].map((file) => load(join(corpus, name, file)));
    const changes = base && revision ? await compare(base, revision, rules) : [];
    expect(highest(changes.map(({ impact }) => impact)) ?? 'none').toBe(expected.verdict);
    const seen = changes.map(({ code, impact, operations, audience }) => ({ code, impact, operations, audience }));
    expect(distinct(seen)).toEqual(distinct(expected.findings));
  });
});

test('the corpus has at least 60 pairs, of both forms, with pairs of every verdict', () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
});

/** One keyword may be reported more than once; order says nothing. */
const distinct = (findings: readonly unknown[]): string[] =>
  [...new Set(findings.map((one) => JSON.stringify(one)))].sort();
