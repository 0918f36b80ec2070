import { operationTable } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import { serviceAddress } from '../../src/plan/run-plan.ts';

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/api', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/api/', 'http://127.0.0.1:4010/api/'],
  ['https://example.com/v1/vehicles', 'https://example.com/v1/vehicles/api/'],
  ['http://api', 'http://api/api/'],
  ['https://example.com/myapi', 'https://example.com/myapi/api/'],
])('%s means %s', (base, address) => {
  expect(serviceAddress(operationTable, base)).toBe(address);
});

test.each(['', 'example.com', 'ftp://example.com'])('"%s" is no base URL', (base) => {
  expect(() => serviceAddress(operationTable, base)).toThrow(/expected a base URL such as/);
});

test.each(['http://me:secret@example.com', 'http://example.com/?key=secret', 'http://example.com/#key'])(
  'an address that holds more than host and path is rejected and not repeated',
  (base) => {
    expect(() => serviceAddress(operationTable, base)).toThrow(/without user, query or fragment/);
    expect(() => serviceAddress(operationTable, base)).not.toThrow(/secret/);
  },
);
