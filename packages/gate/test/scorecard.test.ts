import { join } from 'node:path';
import { expect, test } from 'vitest';
import { load } from '../src/index.ts';
import { droppedScores, scorecardOf } from '../src/scorecard/scorecard.ts';
import { directoryWith } from './support/gate.ts';

/** A document with one parameter and one reply. */
const documentWith = (description: string | undefined, example: string | undefined): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Loans', version: '1.0.0' },
    paths: {
      '/loans': {
        get: {
          summary: 'Loans',
          parameters: [{ name: 'page', in: 'query', description, schema: { type: 'integer' } }],
          responses: {
            200: { description: 'Found.', content: { 'application/json': { schema: { type: 'object' }, example } } },
          },
        },
      },
    },
  });

function drops(before: Record<string, string>, after: Record<string, string>): string[] {
  const directory = directoryWith({
    ...Object.fromEntries(Object.entries(before).map(([name, text]) => [`before/${name}`, text])),
    ...Object.fromEntries(Object.entries(after).map(([name, text]) => [`after/${name}`, text])),
  });
  const [base, revision] = ['before', 'after'].map((name) => load(join(directory, name)));
  return base && revision ? droppedScores(base, revision).map(({ what }) => what) : [];
}

const good = documentWith('The page.', '{}');

test('descriptions, examples and assumptions are counted', () => {
  const { document } = load(directoryWith({ 'openapi.json': good }));
  const assumptions = { seen: 0, inferred: 0, chosen: 0 };
  expect(scorecardOf(document)).toEqual({
    descriptions: { with: 2, of: 2 },
    examples: { with: 2, of: 2 },
    assumptions,
  });
});

test('a missing description or example is a finding that refuses nothing', () => {
  expect(drops({ 'openapi.json': good }, { 'openapi.json': documentWith(undefined, '{}') })).toEqual([
    'More places have no descriptions: 1 of 2 have them, before 2 of 2.',
  ]);
  expect(drops({ 'openapi.json': good }, { 'openapi.json': documentWith('The page.', undefined) })).toEqual([
    'More places have no examples: 1 of 2 have them, before 2 of 2.',
  ]);
  expect(drops({ 'openapi.json': documentWith(undefined, undefined) }, { 'openapi.json': good })).toEqual([]);
});

test('a lower score of Redocly is a finding', () => {
  const scored = (redocly: number) => ({ 'openapi.json': good, 'scorecard.json': JSON.stringify({ redocly }) });
  expect(drops(scored(81.5), scored(79))).toEqual(['`redocly score` fell from 81.5 to 79.']);
  expect(drops(scored(79), scored(79))).toEqual([]);
  expect(drops({ 'openapi.json': good }, scored(79))).toEqual([]);
  expect(drops({ 'openapi.json': good, 'scorecard.json': '{' }, scored(79))).toEqual([]);
});

test('the score of a published package is beside its dist directory', () => {
  const published = { 'dist/openapi.json': good, 'scorecard.json': JSON.stringify({ redocly: 81.5 }) };
  const working = { 'spec/openapi.yaml': good, 'spec/scorecard.json': JSON.stringify({ redocly: 79 }) };
  expect(drops(published, working)).toEqual(['`redocly score` fell from 81.5 to 79.']);
});
