import { Program } from '@vehicle-lookup/toolkit/command-line';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkSettings, serveOptions } from '../../src/command-line/serve-options.ts';
import type { ServiceSettings } from '../../src/http/service.ts';

const PREFIX = 'VEHICLE_LOOKUP_SERVICE_';

let settings: ServiceSettings | undefined;
let errors = '';
const program = new Program('serve', { version: '0.0.0' })
  .check(checkSettings)
  .configureOutput({
    writeErr: (text) => {
      errors += text;
    },
  })
  .action((given: ServiceSettings) => {
    settings = given;
  }) as Program;
for (const option of serveOptions) program.addOption(option);

afterEach(() => vi.unstubAllEnvs());

async function run(flags: string[], environment: Record<string, string>): Promise<void> {
  [settings, errors] = [undefined, ''];
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  await program.run(flags);
}

/** Returns the settings from flags and environment. */
async function read(flags: string[] = [], environment: Record<string, string> = {}): Promise<ServiceSettings> {
  await run(flags, environment);
  expect(errors).toBe('');
  return settings as ServiceSettings;
}

/** Returns the error message for flags and environment. */
async function rejection(flags: string[], environment: Record<string, string> = {}): Promise<string> {
  await run(flags, environment);
  expect(settings).toBeUndefined();
  return errors;
}

test('by default, the service listens on loopback and does not trust a proxy', async () => {
  expect(await read()).toEqual({
    port: 4000,
    host: '127.0.0.1',
    adminPort: 4001,
    adminHost: '127.0.0.1',
    drainDelay: 0,
    demo: false,
    trustProxy: [],
    corsOrigin: [],
    logLevel: 'info',
  });
});

test('a flag overrides its environment variable', async () => {
  const environment = { [`${PREFIX}PORT`]: '80', [`${PREFIX}HOST`]: '' };
  expect(await read(['--port', '90'], environment)).toMatchObject({ port: 90, host: '127.0.0.1' });
  expect(await read([], environment)).toMatchObject({ port: 80 });
});

test('--demo or its variable serves the demonstration catalogue, but not with shared catalogues', async () => {
  expect((await read(['--demo'])).demo).toBe(true);
  expect((await read([], { [`${PREFIX}DEMO`]: 'false' })).demo).toBe(false);
  expect((await read([], { [`${PREFIX}DEMO`]: 'true' })).demo).toBe(true);
  expect(await rejection(['--demo'], { [`${PREFIX}CATALOGUES`]: '/shared' })).toContain('use only one of them');
});

test('the address limit and account metrics are off by default', async () => {
  expect((await read()).addressLimit).toBeUndefined();
  expect(await read(['--address-limit', '100', '--account-metrics'])).toMatchObject({
    addressLimit: 100,
    accountMetrics: true,
  });
  expect(await read([], { [`${PREFIX}ADDRESS_LIMIT`]: '7', [`${PREFIX}ACCOUNT_METRICS`]: 'true' })).toMatchObject({
    addressLimit: 7,
    accountMetrics: true,
  });
});

test('lists are parsed with or without spaces', async () => {
  const { trustProxy } = await read(['--trust-proxy', '10.0.0.0/8, ::1,192.0.2.1']);
  expect(trustProxy).toEqual(['10.0.0.0/8', '::1', '192.0.2.1']);
  const { corsOrigin } = await read([], { [`${PREFIX}CORS_ORIGIN`]: 'https://a.example, http://localhost:3000' });
  expect(corsOrigin).toHaveLength(2);
});

describe('an invalid setting is rejected', () => {
  test.each([
    ['port', '65536'],
    ['port', '-1'],
    ['port', ''],
    ['port', '4e3'],
    ['host', 'http://x'],
    ['host', 'a b'],
    ['trust-proxy', '10.0.0.0/33'],
    ['trust-proxy', '10.0.0/8'],
    ['trust-proxy', '0.0.0.0/0'],
    ['trust-proxy', '::/0'],
    ['trust-proxy', '0x7f.1'],
    ['trust-proxy', 'proxy.example.com'],
    ['cors-origin', '*'],
    ['cors-origin', 'https://a.example/'],
    ['cors-origin', 'a.example'],
    ['log-level', 'verbose'],
    ['address-limit', '0'],
    ['address-limit', '1.5'],
  ])('--%s %j', async (flag, value) => {
    expect(await rejection([`--${flag}=${value}`])).toContain(`--${flag}: expected `);
  });

  test.each([
    ['trust-proxy', '10.0.0.0/99'],
    ['host', 'http://x'],
    ['cors-origin', 'https://a.example/path'],
  ])('the message shows --%s %j but omits possible secrets', async (flag, value) => {
    expect(await rejection([`--${flag}=${value}`])).toContain(`got "${value}"`);
    for (const secret of [`${value} vls_0123456789abcdefABCDEF`, 'https://me:secret@x', 'a b?key=secret']) {
      expect(await rejection([`--${flag}=${secret}`])).toContain('got a value that is not shown');
    }
  });

  test('all invalid settings are reported with expected and actual values', async () => {
    const expected = [
      '--port: expected a whole number from 0 to 65535, got "x"',
      '--log-level: expected fatal, error, warn, info, debug or silent, got "y"',
      `${PREFIX}DEMO: expected true or false, got "no"`,
    ];
    const text = await rejection(['--port', 'x', '--log-level', 'y'], { [`${PREFIX}DEMO`]: 'no' });
    for (const line of expected) expect(text).toContain(line);
  });

  test('a misspelt variable is rejected with a suggestion', async () => {
    expect(await rejection([], { [`${PREFIX}LOG_LEVLE`]: 'info' })).toContain(
      `${PREFIX}LOG_LEVLE: unknown setting; after ${PREFIX}, did you mean LOG_LEVEL?`,
    );
    expect(await rejection([], { [`${PREFIX}QUITE_ANOTHER`]: '80' })).toContain('expected one of PORT, HOST, ');
    expect(await read([], { [`${PREFIX}PROT`]: '' })).toMatchObject({ port: 4000 });
  });

  test('equal ports are rejected even in combination with other errors', async () => {
    expect(await rejection(['--port', '4001'])).toContain('--port and --admin-port: expected different ports');
    const text = await rejection(['--port', '4001', '--log-level', 'x']);
    expect(text).toMatch(/log-level: expected .*\n--port and --admin-port: expected different ports, got 4001 twice/s);
    expect(await rejection(['--port', 'x', '--admin-port', 'x'])).not.toContain('different ports');
    expect(await read(['--port', '0', '--admin-port', '0'])).toMatchObject({ port: 0, adminPort: 0 });
  });

  test.each(['garbage', 'collector:4318', 'ftp://collector', 'http://'])(
    'a trace collector at %j is rejected',
    async (address) => {
      for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) {
        expect(await rejection([], { [name]: address })).toContain(`${name}: expected a URL such as http://`);
        await read([], { [name]: '' });
        await read([], { [name]: 'https://collector.example/otlp' });
      }
    },
  );
});
