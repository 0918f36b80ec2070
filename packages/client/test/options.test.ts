import { expect, test } from 'vitest';
import { createVehicleLookup, VehicleLookupError } from '../src/index.ts';
import { createRaw } from '../src/raw.ts';

const good = { baseUrl: 'http://127.0.0.1:4010', user: 'demo', key: 'S3CRET-canary' };

/** Both ways to make a client. */
const makers: [string, (options: never) => unknown][] = [
  ['client', createVehicleLookup],
  ['raw layer', createRaw],
];
const refusal = (make: (options: never) => unknown, options: object): VehicleLookupError => {
  try {
    make({ ...good, ...options } as never);
  } catch (error) {
    return error as VehicleLookupError;
  }
  throw new Error('expected a refusal');
};

test.each(
  ['localhost:4010', '/api/', '', 'ftp://example.com', 'https://S3CRET-canary@example.com', undefined, 7].flatMap(
    (baseUrl) => makers.map(([name, make]) => [baseUrl, name, make] as const),
  ),
)(
  'the base address %j makes no %s, and the message says what was expected and does not repeat it',
  (baseUrl, _, make) => {
    const error = refusal(make, { baseUrl });
    expect(error).toBeInstanceOf(VehicleLookupError);
    expect(error.code).toBe('invalid_argument');
    expect(error.message).toMatch(/^connect: baseUrl: expected an address such as https:\/\/example\.com, .*, got \w/);
    expect(error.message).not.toContain('S3CRET');
  },
);

test('a base address that is the address of a whole request is refused without repeating its key', () => {
  const error = refusal(createVehicleLookup, { baseUrl: 'https://example.com/api/?key=S3CRET-canary' });
  expect(error.message).toContain('without a query, got string of 42 characters');
});

test('a host that has the name of the path is a host', () => {
  expect(() => createVehicleLookup({ ...good, baseUrl: 'http://api' })).not.toThrow();
});

test.each(makers)('without user or key there is no %s, and the message holds no credential', (_, make) => {
  for (const name of ['user', 'key']) {
    for (const [value, got] of [
      [undefined, 'undefined'],
      ['', 'string of 0 characters'],
      [42, 'number'],
      [null, 'null'],
    ]) {
      const error = refusal(make, { [name]: value });
      expect(error).toMatchObject({ name: 'VehicleLookupError', code: 'invalid_argument', operation: 'connect' });
      expect(error.message).toBe(`connect: ${name}: expected a non-empty string, got ${got}.`);
    }
  }
});

test('an operation that does not exist is refused, naming those that do', async () => {
  const { raw } = createVehicleLookup(good);
  for (const name of ['getFluid', 'toString']) {
    await expect(raw.call(name as 'getFluids', { carId: 1 })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/operation: expected one of .*decodeVin\b.*, got another name/),
    });
  }
});

test('a client shows its base address and its user', () => {
  expect(createVehicleLookup(good)).toMatchObject({ baseUrl: good.baseUrl, user: 'demo' });
});
