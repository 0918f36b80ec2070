import { expect, test } from 'vitest';
import { ndjson, newData, vehicle } from '../import/support.ts';

const sound = JSON.stringify(vehicle(1));

test.each([
  ['a duplicate member', sound.replace('"kind":', '"kind":"brand","kind":'), 'kind'],
  [
    'a duplicate member that is written in another way',
    sound.replace('"kind":', '"\\u006bind":"brand","kind":'),
    'kind',
  ],
  ['a duplicate member deep inside', sound.replace('"carId":', '"carId":7,"carId":'), 'carId'],
  ['half a surrogate pair', sound.replace('"make":"', '"make":"\\ud83d'), 'surrogate'],
  ['the other half', sound.replace('"make":"', '"make":"\\uDE00'), 'surrogate'],
])('a line with %s is refused', async (_, line, text) => {
  expect(line).not.toBe(sound);
  const { wrong, wrongLines, version } = await newData().import(`${line}\n`);
  expect([wrong, version]).toEqual([1, undefined]);
  expect(JSON.stringify(wrongLines)).toContain(text);
});

test.each([
  ['a pair', sound.replace('"make":"', '"make":"\\ud83d\\ude00')],
  ['an escaped backslash before u', sound.replace('"make":"', '"make":"\\\\ud83d')],
  ['blanks and escapes', sound.replaceAll('","', '" , "').replace('"kind"', '"\\u006bind"')],
  ['text that looks like a member', sound.replace('"make":"', '"make":"\\"kind\\":1,\\"kind\\":2 ')],
])('a line with %s is loaded', async (_, line) => {
  expect((await newData().import(`${line}\n`)).wrong).toBe(0);
});

test('the same member in several objects is not a duplicate', async () => {
  expect((await newData().import(ndjson(vehicle(1), vehicle(2)))).wrong).toBe(0);
});
