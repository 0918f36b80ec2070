import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/contract';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { dataArgument } from '../../src/command-line/credentials.ts';
import { RunError } from '../../src/index.ts';
import { readData } from '../../src/plan/data.ts';
import { serviceAddress } from '../../src/plan/run-plan.ts';

test.each([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/api', 'http://127.0.0.1:4010/api/'],
  ['http://127.0.0.1:4010/api/', 'http://127.0.0.1:4010/api/'],
  ['https://example.com/v1/vehicles', 'https://example.com/v1/vehicles/api/'],
  ['http://api', 'http://api/api/'],
  ['https://example.com/myapi', 'https://example.com/myapi/api/'],
])('the base URL %s gives the request URL %s', (base, address) => {
  expect(serviceAddress(operationTable, base)).toBe(address);
});

test.each(['', 'example.com', 'ftp://example.com'])('"%s" is rejected as a base URL', (base) => {
  expect(() => serviceAddress(operationTable, base)).toThrow(/expected a base URL such as/);
});

test.each(['http://me:secret@example.com', 'http://example.com/?key=secret', 'http://example.com/#key'])(
  'a base URL with credentials, a query or a fragment is rejected and is not repeated in the message',
  (base) => {
    expect(() => serviceAddress(operationTable, base)).toThrow(/without user, query or fragment/);
    expect(() => serviceAddress(operationTable, base)).not.toThrow(/secret/);
  },
);

const directory = temporaryDirectory();

const vin = 'ZFA1990000P000001';
const account = { user: 'someone', key: 'secret-of-someone' };

test('values, missing values and accounts are read', () => {
  expect(readData({ vin, carId: 77, missingVin: 'ZFA19900', forbidden: account }, operationTable)).toEqual({
    given: { vin, carId: '77' },
    missing: { vin: 'ZFA19900' },
    accounts: { forbidden: account },
  });
});

test.each<[string, unknown, string]>([
  ['a list', [], 'expected a JSON object'],
  ['an unknown name', { secret: 'x' }, 'one of the names is not a documented parameter; expected one of vin, carId'],
  ['a name in a different case', { VIN: vin }, 'one of the names is not a documented parameter'],
  ['a list as a value', { vin: ['secret'] }, 'vin: expected a string or an integer, got a list'],
  ['an object as a value', { vin: { secret: 1 } }, 'vin: expected a string or an integer, got an object'],
  ['null as a value', { vin: null }, 'vin: expected a string or an integer, got null'],
  ['a boolean', { vin: true }, 'vin: expected a string or an integer, got a boolean'],
  ['a fraction', { carId: 1.5 }, 'carId: expected a string or an integer, got a number that is not an integer'],
  ['an empty string', { brand: '' }, 'brand: '],
  ['a number where a VIN is expected', { vin: 5 }, 'vin: expected 8 to 17 characters that match'],
  ['a string where a number is expected', { carId: 'secret' }, 'carId: expected an integer from 1'],
  ['a missing value that is malformed', { missingVin: 'secret!' }, 'missingVin: expected 8 to 17 characters'],
  [
    'an incomplete account',
    { forbidden: { key: 'secret' } },
    'forbidden: expected an object with user and key, each a string',
  ],
  ['a number as a key', { forbidden: { user: 'u', key: 12345678 } }, 'forbidden: expected an object with user and key'],
  ['an account that is a string', { exhausted: 'secret' }, 'exhausted: '],
  ['an account that is null', { exhausted: null }, 'exhausted: expected an object with user and key, each a string'],
  [
    'an account with an unknown field',
    { exhausted: { ...account, plan: 'secret' } },
    'exhausted: one of the names is unknown',
  ],
])('%s is rejected, and the message does not repeat the value', (_, data, text) => {
  const read = () => readData(data, operationTable);
  expect(read).toThrow(RunError);
  expect(read).toThrow(`--data: ${text}`);
  expect(read).not.toThrow(/secret/);
});

test('a file may start with a byte order mark, and later values override earlier values', () => {
  const file = join(directory, 'data.json');
  writeFileSync(file, `\uFEFF${JSON.stringify({ vin, brand: 'fiat' })}`);
  expect(dataArgument('brand=vw', dataArgument(file))).toEqual({ vin, brand: 'vw' });
});

test('the error message for a directory instead of a file contains the directory name', () => {
  const file = join(directory, 'directory.json');
  mkdirSync(file);
  expect(() => dataArgument(file)).toThrow(`${file} cannot be read (EISDIR)`);
});
