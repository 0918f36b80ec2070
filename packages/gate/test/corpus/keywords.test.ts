import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { keywordCases, keywordDocument } from '../../corpus/keywords.ts';
import { compare, highest, load, rules } from '../../src/index.ts';
import { TODAY } from '../support/fragments.ts';

const directory = temporaryDirectory();
const [base, revision] = (['base', 'revision'] as const).map((side) => {
  const file = join(directory, `${side}.json`);
  writeFileSync(file, JSON.stringify(keywordDocument(side)));
  return load(file);
});
const changes = base && revision ? await compare(base, revision, rules, TODAY) : [];
const FITS = { harmless: ['minor', 'patch'], same: ['none', 'patch'] };

test.each(keywordCases)('$name: $verdict', ({ name, verdict }) => {
  const own = changes.filter(({ operations }) => operations.includes(name));
  const found = highest(own.map(({ impact }) => impact)) ?? 'none';
  const fits = verdict === 'harmless' || verdict === 'same' ? FITS[verdict] : [verdict];
  expect(fits, own.map(({ code, impact, what }) => `${impact} ${code}: ${what}`).join('\n')).toContain(found);
});

test('every change affects exactly one operation', () => {
  expect(changes.filter(({ operations }) => operations.length !== 1)).toEqual([]);
});
