import { expect, test } from 'vitest';
import { createVehicleLookup } from '../src/index.ts';
import { createRaw } from '../src/raw.ts';
import { dispatch } from '../src/selectors.gen.ts';

const good = { baseUrl: 'http://127.0.0.1:4010', user: 'demo', key: 'S3CRET-canary' };
const refusal = (options: object): Error => {
  try {
    createVehicleLookup({ ...good, ...options });
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a refusal');
};

test.each([
  ['localhost:4010', 'http://'],
  ['/api/', 'http://'],
  ['', 'http://'],
  ['ftp://example.com', 'http://'],
  ['https://S3CRET-canary@example.com', 'user before the host'],
  ['https://example.com/api/?key=S3CRET-canary', 'query'],
  [undefined, 'undefined'],
])('the base address %j is refused, saying what was expected and not repeating it', (baseUrl, got) => {
  const error = refusal({ baseUrl });
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toContain('baseUrl: expected an address such as https://example.com, without /api/');
  expect(error.message).toContain(got);
  expect(error.message).not.toContain('S3CRET');
});

test('a host that has the name of the path is a host', () => {
  expect(() => createVehicleLookup({ ...good, baseUrl: 'http://api' })).not.toThrow();
});

test.each(['user', 'key'])('without %s there is no client, and the message holds no credential', (name) => {
  for (const [value, got] of [
    [undefined, 'undefined'],
    ['', 'an empty one'],
    [42, 'number'],
    [null, 'null'],
  ]) {
    const error = refusal({ [name]: value });
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(`${name}: expected a non-empty string, got ${got}. Every request carries user and key.`);
  }
});

test('an operation that does not exist is refused, naming those that do', async () => {
  const raw = createRaw(dispatch, good);
  for (const name of ['getFluid', 'toString']) {
    await expect(raw.call(name, {})).rejects.toThrow(
      /^operation: expected one of decodeVin, .*getEngines\b.*, got another name/,
    );
  }
});
