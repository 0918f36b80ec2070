import { expect, test } from 'vitest';
import { maskCredentials, secretsOf } from '../src/index.ts';

const table = { credentials: ['user', 'key'], secrets: ['key'] };

test('a secret that is encoded without need is also returned as it is written', () => {
  expect(secretsOf(table, '?user=u&key=%61bc%2Fd')).toEqual(['abc/d', '%61bc%2Fd']);
});

test('only the parameters that the table calls secret are taken from a query', () => {
  expect(secretsOf(table, 'user=someone&key=0123456789&vin=x')).toEqual(['0123456789']);
  expect(
    secretsOf(table, [
      ['key', 'first'],
      ['key', 'second'],
    ]),
  ).toEqual(['first', 'second']);
});

test('credentials in an address within a text are masked by the names of their parameters', () => {
  expect(maskCredentials(table, `cannot read "http://x/api/?user=me&KEY=a%20b&vin=1": key=c`)).toBe(
    `cannot read "http://x/api/?user=***&KEY=***&vin=1": key=***`,
  );
});
