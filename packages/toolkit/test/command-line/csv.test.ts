import { expect, test } from 'vitest';
import { csv } from '../../src/command-line/index.ts';

test('a line for each row, with quotes where a cell needs them', () => {
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
])('a text that a spreadsheet would take for a formula gets an apostrophe: %j', (text, cell) => {
  expect(csv([[text]])).toBe(cell);
  expect(csv([['head'], ['', text]])).toBe(`head\r\n,${cell}`);
});

test.each(['-5', '-5.25', -5, '5', '1=1', 'a+b', ''])('%j stays as it is', (value) => {
  expect(csv([[value]])).toBe(String(value));
});

test('columns of the user stay as they are', () => {
  expect(csv([['=1', '+49 1', '=2']], ',', (column) => column === 1)).toBe("'=1,+49 1,'=2");
});
