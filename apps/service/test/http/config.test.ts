import { describe, expect, test } from 'vitest';
import { readConfig, settings } from '../../src/config.ts';

const read = (flags: Record<string, string | boolean> = {}, environment: Record<string, string> = {}) =>
  readConfig(flags, environment);

test('without a word it listens on loopback, believes nobody and charges what was answered', () => {
  expect(read()).toEqual({
    port: 4000,
    host: '127.0.0.1',
    adminPort: 4001,
    demo: true,
    trustProxy: [],
    corsOrigins: [],
    charge: 'success',
    logLevel: 'info',
  });
});

test('a flag wins over the environment, and an empty variable is none', () => {
  const environment = { VEHICLE_LOOKUP_SERVICE_PORT: '80', VEHICLE_LOOKUP_SERVICE_HOST: '' };
  expect(read({ port: '90' }, environment)).toMatchObject({ port: 90, host: '127.0.0.1' });
  expect(read({}, environment)).toMatchObject({ port: 80 });
});

test('--no-demo and its variable leave the demonstration out', () => {
  expect(read({ 'no-demo': true }).demo).toBe(false);
  expect(read({}, { VEHICLE_LOOKUP_SERVICE_DEMO: 'false' }).demo).toBe(false);
});

test('lists are read with and without blanks', () => {
  expect(read({ 'trust-proxy': '10.0.0.0/8, ::1,192.0.2.1' }).trustProxy).toEqual(['10.0.0.0/8', '::1', '192.0.2.1']);
  expect(read({ 'cors-origin': 'https://a.example, http://localhost:3000' }).corsOrigins).toHaveLength(2);
});

describe('a wrong setting is refused', () => {
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
    ['charge', 'everything'],
    ['log-level', 'verbose'],
  ])('--%s %j', (flag, value) => {
    expect(() => read({ [flag]: value })).toThrow(`--${flag}: expected `);
  });

  test('all at once, each with its name, what was expected, and what came', () => {
    const flags = { port: 'x', charge: 'y' };
    expect(() => read(flags, { VEHICLE_LOOKUP_SERVICE_DEMO: 'no' })).toThrow(
      [
        '--port: expected a number from 0 to 65535, got "x"',
        'VEHICLE_LOOKUP_SERVICE_DEMO: expected true or false, got "no"',
        '--charge: expected success, lookup, none, got "y"',
      ].join('\n'),
    );
  });

  test('a variable that is misspelt, with the one that is meant', () => {
    expect(() => read({}, { VEHICLE_LOOKUP_SERVICE_LOG_LEVLE: 'info' })).toThrow(
      'VEHICLE_LOOKUP_SERVICE_LOG_LEVLE: there is no such setting; behind VEHICLE_LOOKUP_SERVICE_, did you mean LOG_LEVEL?',
    );
    expect(() => read({}, { VEHICLE_LOOKUP_SERVICE_QUITE_ANOTHER: '80' })).toThrow('expected one of PORT, HOST, ');
    expect(read({}, { VEHICLE_LOOKUP_SERVICE_PROT: '' })).toMatchObject({ port: 4000 });
  });

  test('one port cannot be two', () => {
    expect(() => read({ port: '4001' })).toThrow('--port and --admin-port: expected different ports');
    expect(read({ port: '0', 'admin-port': '0' })).toMatchObject({ port: 0, adminPort: 0 });
  });

  test('ports that are one are named beside what else is wrong', () => {
    const twice = /log-level: expected .*\n--port and --admin-port: expected different ports, got 4001 twice/s;
    expect(() => read({ port: '4001', 'log-level': 'x' })).toThrow(twice);
    expect(() => read({ port: 'x', 'admin-port': 'x' })).not.toThrow('different ports');
  });

  test.each(['garbage', 'collector:4318', 'ftp://collector', 'http://'])('a collector of traces at %j', (address) => {
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) {
      expect(() => read({}, { [name]: address })).toThrow(`${name}: expected an address such as http://`);
      expect(() => read({}, { [name]: '' })).not.toThrow();
      expect(() => read({}, { [name]: 'https://collector.example/otlp' })).not.toThrow();
    }
  });
});

test('every fallback is a right value', () => {
  for (const { read, fallback } of Object.values(settings)) expect(read(fallback)).toBeDefined();
});
