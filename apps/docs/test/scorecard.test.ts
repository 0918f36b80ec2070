import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@vehicle-lookup/command-line';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readScorecard } from '../src/model/report.ts';

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
