import { expect, test } from 'vitest';
import { csv } from '../../src/command-line/index.ts';

test('each row is a line, and only cells that require quotes are quoted', () => {
  const rows = [
    ['name', 'count'],
    ['plain', 3],
    ['a, "b"', ''],
    ['two\r\nlines', 1.5],
  ];
  expect(csv(rows)).toBe('name,count\r\nplain,3\r\n"a, ""b""",\r\n"two\r\nlines",1.5');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-1+1', "'-1+1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['=A1,"x"', '"\'=A1,""x"""'],
  ['-', "'-"],
])('a string that a spreadsheet would interpret as a formula gets an apostrophe: %j', (text, cell) => {
  expect(csv([[text]])).toBe(cell);
  expect(csv([['head'], ['', text]])).toBe(`head\r\n,${cell}`);
});

test.each(['-5', '-5.25', -5, '5', '1=1', 'a+b', ''])('the cell %j is not changed', (value) => {
  expect(csv([[value]])).toBe(String(value));
});

test("columns with the user's own data are not changed", () => {
  expect(csv([['=1', '+49 1', '=2']], ',', (column) => column === 1)).toBe("'=1,+49 1,'=2");
});
