import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { expect, test } from 'vitest';
import { readScorecard } from '../src/model/report.ts';
import { scoreNote } from '../src/pages/verification.ts';
import { pageAt, textOf } from './rendered.ts';

const file = join(temporaryDirectory(), 'scorecard.json');
const scorecard = {
  descriptions: { with: 3, of: 4 },
  examples: { with: 0, of: 0 },
  assumptions: { seen: 1 },
  redocly: 79.6,
};

function read(text: string) {
  writeFileSync(file, text);
  return readScorecard(file);
}

test('a scorecard is read; a missing one is none', () => {
  expect(read(JSON.stringify(scorecard))).toEqual(scorecard);
  expect(readScorecard(`${file}.missing`)).toBeUndefined();
});

test('the page says what the score measures and which criteria cost points, the lowest first', () => {
  const note = scoreNote({
    ...scorecard,
    redoclyCriteria: { exampleCoverage: 1, errorClarity: 0.9, schemaSimplicity: 0.14 },
  });
  expect(note).toContain('These criteria cost points: schema simplicity 14 %, error clarity 90 %.');
  expect(scoreNote(scorecard)).toBe('');
  expect(textOf(pageAt('verification.html'))).toMatch(
    /of 100 redocly score measures .* These criteria cost points: \w/,
  );
});

test.each([
  ['cut off', '{"redocly": 1'],
  ['a list', '[]'],
  ['null', 'null'],
  ...Object.keys(scorecard).map((name) => [`without ${name}`, JSON.stringify({ ...scorecard, [name]: undefined })]),
  ['with a text for a count', JSON.stringify({ ...scorecard, assumptions: { seen: '1' } })],
  ['with a share of nothing', JSON.stringify({ ...scorecard, examples: { with: 1 } })],
])('a scorecard that is %s is refused with its name and the next step', (_, text = '') => {
  expect(() => read(text)).toThrow(UserError);
  expect(() => read(text)).toThrow(
    `${file}: expected descriptions, examples, assumptions and redocly; run \`pnpm generate\``,
  );
});
