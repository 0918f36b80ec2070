import { expect, test } from 'vitest';
import { readBaseUrl } from '../../src/selectors/index.ts';

const table = { path: '/api/' };

test.each([
  'vehicles.example.com/?key=CANARY',
  'ftp://vehicles.example.com/?key=CANARY',
  'https://vehicles.example.com/api/?user=me&key=CANARY',
  'https://me:CANARY@vehicles.example.com',
  'https://vehicles.example.com/#CANARY',
])('%s is rejected without repeating it, because it may contain a key', (text) => {
  const read = () => readBaseUrl(table, text);
  expect(read).toThrow(RangeError);
  expect(read).toThrow(/^expected a base URL such as https:\/\/vehicles\.example\.com(?!.*CANARY)/);
});
