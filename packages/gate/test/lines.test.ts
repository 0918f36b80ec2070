import { expect, test } from 'vitest';
import { hasRepeatedKeys, jsonLines } from '../src/document/json-lines.ts';

const TEXT = `{
  "a": [
    1,
    { "b": "x\\"}," }
  ], "c": {
    "d":
      { "e": null }
  }
}
`;

test.each([
  [[], 1],
  [['a'], 2],
  [['a', 0], 3],
  [['a', 1], 4],
  [['a', 1, 'b'], 4],
  [['c'], 5],
  [['c', 'd'], 6],
  [['c', 'd', 'e'], 7],
  [['c', 'missing'], 5],
])('the key path %j of a JSON text is on line %i', (keys, line) => {
  expect(jsonLines(TEXT)?.(keys)).toBe(line);
});

test('a duplicate key in a JSON object is detected', () => {
  const isAmbiguous = (text: string) => hasRepeatedKeys(text, JSON.parse(text));
  expect(isAmbiguous('{ "a": { "b": 1, "b": 2 } }')).toBe(true);
  expect(isAmbiguous('{ "a": { "b": ":", "c\\":": [{ "b": 2 }] } }')).toBe(false);
});
