import { expect, test } from 'vitest';
import { serviceAddress } from '../src/address.ts';

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/api', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/api/', 'http://127.0.0.1:4010/api/'],
  ['https://example.com/v1/vehicles', 'https://example.com/v1/vehicles/api/'],
  ['https://example.com/myapi', 'https://example.com/myapi/api/'],
])('%s means %s', (base, address) => {
  expect(serviceAddress(base, '/api/')).toBe(address);
});

test.each(['', 'example.com', 'ftp://example.com'])('"%s" is no base address', (base) => {
  expect(() => serviceAddress(base, '/api/')).toThrow(/no http or https address/);
});

test.each(['http://me:secret@example.com', 'http://example.com/?key=secret', 'http://example.com/#key'])(
  'an address that holds more than host and path is refused and not repeated',
  (base) => {
    expect(() => serviceAddress(base, '/api/')).toThrow(/leave out credentials, query and fragment/);
    expect(() => serviceAddress(base, '/api/')).not.toThrow(/secret/);
  },
);
