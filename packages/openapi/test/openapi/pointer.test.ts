import { expect, test } from 'vitest';
import { at, child, pattern } from '../../src/index.ts';

const body = { data: [{ 'a/b~c': 1 }, { list: [[2]] }], '': 3 };

test.each([
  ['', body],
  ['/data/0/a~1b~0c', 1],
  ['/data/1/list/0/0', 2],
  ['/', 3],
  ['/data/2', undefined],
  ['/data/length', 2],
  ['/toString', undefined],
])('`at` returns the value at %j, if any', (pointer, value) => {
  expect(at(body, pointer)).toEqual(value);
});

test('a name with a slash or a tilde is escaped as in RFC 6901', () => {
  expect(at(body, child('/data/0', 'a/b~c'))).toBe(1);
  expect(child('', 0)).toBe('/0');
});

test('the pattern of a pointer has * for every array index and keeps object keys', () => {
  expect(pattern(body, '/data/0/a~1b~0c')).toBe('/data/*/a~1b~0c');
  expect(pattern(body, '/data/1/list/0/0')).toBe('/data/*/list/*/*');
  expect(pattern({ 0: { 1: 'a' } }, '/0/1')).toBe('/0/1');
});
