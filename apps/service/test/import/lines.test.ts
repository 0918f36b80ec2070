import { describe, expect, test } from 'vitest';
import { type Line, linesOf } from '../../src/import/lines.ts';
import { ndjson, newData, vehicle } from './support.ts';

async function split(texts: string[], limit = 100): Promise<[number, number, string | undefined][]> {
  async function* chunks() {
    for (const text of texts) yield Buffer.from(text);
  }
  const all: Line[] = [];
  for await (const lines of linesOf(chunks(), limit)) all.push(...lines);
  return all.map(({ line, byte, bytes }) => [line, byte, bytes?.toString()]);
}

describe('Lines of a byte stream', () => {
  test('lines have a line number and a byte offset', async () => {
    expect(await split(['a\nbé\n\nc\n'])).toEqual([
      [1, 0, 'a'],
      [2, 2, 'bé'],
      [3, 6, ''],
      [4, 7, 'c'],
    ]);
  });

  test('lines do not depend on chunk boundaries', async () => {
    const text = 'one\ntwo\r\nthree\n\nfour';
    for (let size = 1; size <= text.length; size++) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(await split(chunks)).toEqual(await split([text]));
    }
  });

  test('lines that are too long are skipped', async () => {
    expect(await split(['12345', '678', '9\nok\n', '123456\n'], 5)).toEqual([
      [1, 0, undefined],
      [2, 10, 'ok'],
      [3, 13, undefined],
    ]);
  });
});

const sound = JSON.stringify(vehicle(1));

test.each([
  ['a duplicate field', sound.replace('"kind":', '"kind":"brand","kind":'), 'kind'],
  ['a duplicate field with a different escape', sound.replace('"kind":', '"\\u006bind":"brand","kind":'), 'kind'],
  ['a duplicate field deep inside', sound.replace('"carId":', '"carId":7,"carId":'), 'carId'],
  ['half a surrogate pair', sound.replace('"make":"', '"make":"\\ud83d'), 'surrogate'],
  ['the second half of a surrogate pair', sound.replace('"make":"', '"make":"\\uDE00'), 'surrogate'],
])('a line with %s is rejected', async (_, line, text) => {
  expect(line).not.toBe(sound);
  const { wrong, wrongLines, version } = await newData().import(`${line}\n`);
  expect([wrong, version]).toEqual([1, undefined]);
  expect(JSON.stringify(wrongLines)).toContain(text);
});

test.each([
  ['a surrogate pair', sound.replace('"make":"', '"make":"\\ud83d\\ude00')],
  ['an escaped backslash before u', sound.replace('"make":"', '"make":"\\\\ud83d')],
  ['spaces and escapes', sound.replaceAll('","', '" , "').replace('"kind"', '"\\u006bind"')],
  ['a string that resembles a field', sound.replace('"make":"', '"make":"\\"kind\\":1,\\"kind\\":2 ')],
])('a line with %s is loaded', async (_, line) => {
  expect((await newData().import(`${line}\n`)).wrong).toBe(0);
});

test('the same field in several objects is not a duplicate', async () => {
  expect((await newData().import(ndjson(vehicle(1), vehicle(2)))).wrong).toBe(0);
});
