import { expect, test } from 'vitest';
import { readBaseAddress } from '../src/index.ts';

test.each([
  ['http://h', 'http://h'],
  ['http://h/', 'http://h'],
  ['http://h/api', 'http://h'],
  ['http://h/api/', 'http://h'],
  ['https://h/v2/api/', 'https://h/v2'],
  ['http://api', 'http://api'],
  ['http://api/api', 'http://api'],
  ['http://h:4010/v2/', 'http://h:4010/v2'],
])('%s is the base address %s', (text, base) => expect(readBaseAddress(text)).toBe(base));

test.each(['h', 'localhost:4000', 'ftp://h', 'http://u:p@h', 'http://h/?key=cAnArY', 'http://h/#cAnArY', ''])(
  '%j is rejected, and not repeated',
  (text) => {
    expect(() => readBaseAddress(text)).toThrow(/^expected a base address such as/);
    expect(() => readBaseAddress(text)).not.toThrow(/cAnArY/);
  },
);
