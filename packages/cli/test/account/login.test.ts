import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendJson, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { configDirectory } from '../../src/account/profiles.ts';
import { allowanceText } from '../../src/account/usage.ts';
import { runCli, startCli } from '../support/program.ts';
import { serve, vehicle } from '../support/service.ts';

const VIN = 'WVWZZZ1KZAW000001';

/** Returns a function that runs commands with a separate settings directory. */
function home() {
  const directory = temporaryDirectory();
  const run = (args: string[], env: Record<string, string> = {}, input = '') =>
    runCli(args, { env: { XDG_CONFIG_HOME: directory, ...env }, input });
  const file = join(directory, 'vehicle-lookup', 'profiles.json');
  return { directory, file, run };
}

/** Starts a service whose responses contain the number of remaining consultations. */
const limited = () =>
  serve((query, response) => {
    if (query.get('brands'))
      return sendJson(response, 200, { success: true, data: [{ name: 'VW', slug: 'volkswagen' }] });
    if (query.has('models') || query.has('variants'))
      return sendJson(response, 404, { success: false, message: 'No such brand.' });
    const headers = {
      ratelimit: '"allowance";r=201;t=3600',
      'ratelimit-policy': '"allowance";q=250;w=604800, "burst";q=50;w=1',
    };
    sendJson(response, 200, vehicle('Golf'), headers);
  });

describe('login', () => {
  test('stores the account in a private file, so that later calls do not require variables', async () => {
    const { file, run } = home();
    const { address, queries } = await limited();
    const { code, out, err } = await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391\n');
    expect({ code, out, err }).toEqual({
      code: 0,
      out: '',
      err: `vehicle-lookup: stored as profile default in ${file}, which only you can read\n`,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(['decode', VIN])).toMatchObject({ code: 0, err: '' });
    expect(queries.map((query) => [query.get('user'), query.get('key')])).toEqual([['me', 'the-KEY-7391']]);
  });

  test('stores several profiles, and environment variables take precedence', async () => {
    const { run } = home();
    const { address, queries } = await limited();
    for (const [profile, user] of [
      ['default', 'one'],
      ['other', 'two'],
    ] as const)
      await run(['login', '--profile', profile, '--base-url', address, '--user', user], {}, `key-of-${user}`);
    await run(['decode', VIN]);
    await run(['decode', VIN, '--profile', 'other']);
    await run(['decode', VIN], { VEHICLE_LOOKUP_PROFILE: 'other', VEHICLE_LOOKUP_KEY: 'key-of-env' });
    expect(queries.map((query) => query.get('key'))).toEqual(['key-of-one', 'key-of-two', 'key-of-env']);
  });

  test('the stored key is not sent to a different URL', async () => {
    const { run } = home();
    const [kept, other] = [await limited(), await limited()];
    await run(['login', '--base-url', kept.address, '--user', 'me'], {}, 'the-KEY-7391');
    const { code, err } = await run(['decode', VIN, '--base-url', other.address]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('the key is missing') });
    expect(other.queries).toEqual([]);
  });

  test('the stored key is not sent for a different user', async () => {
    const { run } = home();
    const { address, queries } = await limited();
    await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
    const { code, err } = await run(['decode', VIN, '--base-url', address, '--user', 'other']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('the key is missing') });
    expect(queries).toEqual([]);
  });

  test.each([
    [['login', '--user', 'me'], '--base-url is missing'],
    [['login', '--base-url', 'http://127.0.0.1:9'], '--user is missing'],
    [['login', '--base-url', 'vehicles', '--user', 'me'], '--base-url: expected a URL like http://'],
    [['login', '--base-url', 'http://127.0.0.1:9', '--user', 'me', '--key', 'the-KEY-7391'], '--key-file FILE'],
  ])('%j is rejected without storing an account', async (args, text) => {
    const { file, run } = home();
    const { code, err } = await run(args, {}, 'the-KEY-7391');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(text) });
    expect(err).not.toContain('KEY-7391');
    expect(existsSync(file)).toBe(false);
  });

  test('an invalid URL is rejected before the key is read', async () => {
    const args = ['login', '--base-url', 'vehicles.example.com', '--user', 'me'];
    const { ended } = startCli(args, { input: { open: true } });
    expect(await ended).toMatchObject({
      code: 2,
      err: expect.stringContaining('--base-url: expected a URL like http://'),
    });
  });

  test.each([
    ['', 'found nothing'],
    ['two words', 'found several words'],
  ])('the key "%s" is rejected', async (typed, text) => {
    const { run } = home();
    const { code, err } = await run(['login', '--base-url', 'http://127.0.0.1:9', '--user', 'me'], {}, typed);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(text) });
  });

  test('an invalid settings file causes an error with the next step', async () => {
    const { file, directory, run } = home();
    mkdirSync(join(directory, 'vehicle-lookup'));
    writeFileSync(file, '{"default": {"key": "the-KEY-7391"');
    const { code, err } = await run(['decode', VIN]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('delete the file and run') });
    expect(err).not.toContain('KEY-7391');
  });

  test('the stored key is masked in error messages', async () => {
    const { run } = home();
    const { address } = await serve((query, response) =>
      sendJson(response, 400, { success: false, message: `wrong: ${query.get('key')}` }),
    );
    await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
    const { err } = await run(['decode', VIN]);
    expect(err).toContain('wrong: ***');
    expect(err).not.toContain('KEY-7391');
  });
});

describe('usage', () => {
  test('prints the allowance from the last response without sending a request', async () => {
    const { run } = home();
    const { address, queries } = await limited();
    await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
    expect(await run(['usage'])).toMatchObject({ code: 1, err: expect.stringContaining('not known yet') });
    await run(['decode', VIN]);
    const { code, out } = await run(['usage']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^201 of 250 consultations left in a window of 7 days; one more available on .+\. As of .+\.\n$/,
    );
    expect(JSON.parse((await run(['usage', '--json'])).out)).toMatchObject({ left: 201, limit: 250, window: 604_800 });
    expect(queries).toHaveLength(1);
  });

  test('stores the allowance of the next response even without login', async () => {
    const { run } = home();
    const { address } = await limited();
    const env = { VEHICLE_LOOKUP_BASE_URL: address, VEHICLE_LOOKUP_USER: 'me', VEHICLE_LOOKUP_KEY: 'the-KEY-7391' };
    expect(await run(['usage'], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('not known yet. Make a lookup'),
    });
    await run(['decode', VIN], env);
    expect((await run(['usage'], env)).out).toContain('201 of 250 consultations left');
  });

  test('prints the next step if no response contained the allowance', async () => {
    const { run } = home();
    const { address } = await limited();
    const env = { VEHICLE_LOOKUP_BASE_URL: address, VEHICLE_LOOKUP_USER: 'me', VEHICLE_LOOKUP_KEY: 'the-KEY-7391' };
    expect((await run(['usage'], env)).err).toContain('not known yet. Make a lookup');
    await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
    await run(['models', 'unknown']);
    expect((await run(['usage'])).err).toContain('not known yet. Make a lookup');
    await run(['brands']);
    const { code, err } = await run(['usage']);
    expect(code).toBe(1);
    expect(err).toMatch(
      /not known: the last response \(.+\) did not have the header RateLimit\. Ask the provider .* --max-consultations N/,
    );
    await run(['decode', VIN]);
    await run(['brands']);
    expect((await run(['usage'])).out).toContain('201 of 250 consultations left');
  });

  test('prints a sentence even if the response contains only the remaining consultations', () => {
    expect(allowanceText({ left: 3, seconds: 0, time: 0 })).toMatch(/^3 consultations left\. As of 1 January, /);
  });

  test.each(['null', '[]', '{', '{"me ADDRESS":null}', '{"me ADDRESS":{"left":"many"}}'])(
    'reports that the allowance is unknown if its file contains %s, and the next response replaces the file',
    async (content) => {
      const { directory, run } = home();
      const { address } = await limited();
      await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
      writeFileSync(join(directory, 'vehicle-lookup', 'allowance.json'), content.replace('ADDRESS', address));
      expect(await run(['usage'])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^vehicle-lookup: not known yet/),
      });
      await run(['decode', VIN]);
      expect(await run(['usage'])).toMatchObject({ code: 0, err: '' });
    },
  );

  test('the allowance is not stored for users who have not logged in', async () => {
    const { directory, run } = home();
    const { address } = await limited();
    const env = { VEHICLE_LOOKUP_BASE_URL: address, VEHICLE_LOOKUP_USER: 'me', VEHICLE_LOOKUP_KEY: 'the-KEY-7391' };
    expect((await run(['decode', VIN], env)).code).toBe(0);
    expect(existsSync(join(directory, 'vehicle-lookup'))).toBe(false);
  });
});

test('an unknown profile is reported even if the environment contains an account', async () => {
  const { run } = home();
  const { address } = await limited();
  await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
  const env = { VEHICLE_LOOKUP_BASE_URL: address, VEHICLE_LOOKUP_USER: 'me', VEHICLE_LOOKUP_KEY: 'the-KEY-7391' };
  const { code, err } = await run(['--profile', 'nosuch', 'brands'], env);
  expect(code).toBe(2);
  expect(err).toContain('--profile nosuch does not exist; stored profiles: default');
});

test('the error for an unknown brand suggests a similar brand from the last list', async () => {
  const { directory, run } = home();
  const { address } = await limited();
  await run(['login', '--base-url', address, '--user', 'me'], {}, 'the-KEY-7391');
  expect((await run(['models', 'volkwagen'])).err).toContain('To list the brands, run vehicle-lookup brands.');
  await run(['brands']);
  expect((await run(['models', 'volkwagen'])).err).toContain('Did you mean volkswagen?');
  const known = (await run(['variants', 'volkswagen', 'no-such'])).err;
  expect(known).toMatch(/To list the models, run vehicle-lookup models volkswagen\.\n$/);
  expect(known).not.toContain('Did you mean');
  const file = join(directory, 'vehicle-lookup', 'brands.json');
  expect(readFileSync(file, 'utf8')).toContain('volkswagen');
  writeFileSync(file, JSON.stringify({ [address]: 7 }));
  expect((await run(['models', 'volkwagen'])).err).toContain('To list the brands, run vehicle-lookup brands.');
  const other = await limited();
  await run(['login', '--base-url', other.address, '--user', 'me'], {}, 'the-KEY-7391');
  expect((await run(['models', 'volkwagen'])).err).toContain('To list the brands, run vehicle-lookup brands.');
});

test.each([
  ['linux', {}, /\/\.config\/vehicle-lookup$/],
  ['linux', { XDG_CONFIG_HOME: '/settings' }, /^\/settings\/vehicle-lookup$/],
  ['darwin', {}, /\/Library\/Application Support\/vehicle-lookup$/],
  ['win32', { APPDATA: '/app' }, /^\/app\/vehicle-lookup$/],
] as const)('on %s with %j, the settings directory follows the system conventions', (platform, env, expected) => {
  expect(configDirectory({ platform, env })).toMatch(expected);
});
