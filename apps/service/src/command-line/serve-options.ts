import { isIP } from 'node:net';
import {
  type Command,
  expected,
  got,
  gotPlain,
  InvalidArgumentError,
  Option,
  port,
  wholeNumber,
} from '@vehicle-lookup/toolkit/command-line';
import { GREATEST_BURST } from '../accounts/plan.ts';
import type { ServiceSettings } from '../http/service.ts';
import type { Level } from '../observability/log.ts';
import { collectorVariables } from '../observability/tracing.ts';

/** Log levels from the highest to the lowest; `silent` disables logging. */
const LEVELS: Level[] = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];
const LONGEST_DRAIN_DELAY = 300;
const PREFIX = 'VEHICLE_LOOKUP_SERVICE_';
/** Name, without prefix, of the variable for the shared catalogue directory, which other commands also read. */
const CATALOGUES = 'CATALOGUES';

/** The options of `serve`, named like the fields of ServiceSettings. */
export const serveOptions: readonly Option[] = [
  setting('--port <N>', 'port to listen on; 0 chooses an available port', port, 4000),
  setting('--host <HOST>', 'address to listen on; for a non-loopback address, use a TLS proxy', parseHost, '127.0.0.1'),
  setting('--admin-port <N>', 'port for /health, /ready and /metrics; 0 chooses an available port', port, 4001),
  setting(
    '--admin-host <HOST>',
    'address of the admin port; a non-loopback address requires a token',
    parseHost,
    '127.0.0.1',
  ),
  setting(
    '--admin-token-file <FILE>',
    'file containing the token for /metrics and for the reason in /ready responses',
  ).default(undefined, 'none'),
  setting(
    '--drain-delay <SECONDS>',
    'seconds after SIGTERM for which /ready returns 503 before new connections are rejected',
    wholeNumber(0, LONGEST_DRAIN_DELAY),
    0,
  ),
  setting(
    '--demo',
    'serve the demonstration catalogue (invented vehicles), which is first loaded if the data directory is empty',
  ).default(false),
  setting(
    '--trust-proxy <CIDR,...>',
    'addresses or networks (CIDR) of proxies whose forwarded headers are trusted',
    listParser(isNetwork, 'addresses or networks such as 10.0.0.0/8 (prefix 1 or longer), separated by commas'),
  ).default([], 'none'),
  setting(
    '--cors-origin <ORIGIN,...>',
    'origins whose web pages may read the responses',
    listParser(isOrigin, 'origins such as https://app.example.com, separated by commas'),
  ).default([], 'none'),
  setting(
    '--address-limit <N>',
    'maximum number of requests per second from a client address (IPv6: /64 network), with any key',
    wholeNumber(1, GREATEST_BURST),
  ).default(undefined, 'none'),
  setting('--account-metrics', 'add the consultations of each account to the metrics, labelled by account number'),
  setting('--log-level <LEVEL>', `lowest level to log: ${LEVELS.join(', ')}`)
    .default('info')
    .choices(LEVELS),
];

/** Creates an option with its environment variable, such as VEHICLE_LOOKUP_SERVICE_ADMIN_PORT for `--admin-port`. */
function setting<T>(flags: string, description: string, parse?: (text: string) => T, value?: T): Option {
  const option = new Option(flags, description).default(value);
  if (parse) option.argParser(parse);
  return option.env(PREFIX + option.name().replaceAll('-', '_').toUpperCase());
}

/** Returns errors that concern several settings, or settings without an option, for use with `Command.check`. */
export function checkSettings(command: Command): string[] {
  return [...contradictions(command.opts()), ...unknownVariables(process.env), ...invalidCollectors(process.env)];
}

/** Returns contradictions between settings. An invalid setting is undefined here and is reported separately. */
function contradictions({ port, adminPort, demo, adminHost = '::1', adminTokenFile }: Partial<ServiceSettings>) {
  const found: string[] = [];
  if (port && port === adminPort) found.push(`--port and --admin-port: expected different ports, got ${port} twice`);
  if (demo && process.env[PREFIX + CATALOGUES])
    found.push(`--demo serves one data directory, but ${PREFIX}${CATALOGUES} is set; use only one of them`);
  // Metrics reveal business data.
  if (!isLoopback(adminHost) && adminTokenFile === undefined)
    found.push('--admin-host: a non-loopback address requires --admin-token-file, which is not set');
  return found;
}

/** Returns errors for misspelt variables, which would otherwise be ignored silently. Empty variables count as unset. */
function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = [...serveOptions.map(({ envVar = '' }) => envVar.slice(PREFIX.length)), CATALOGUES];
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && environment[name])
    .map((name) => name.slice(PREFIX.length))
    .filter((name) => !known.includes(name))
    .map((name) => `${PREFIX}${name}: unknown setting; after ${PREFIX}, ${expected(name, known)}`);
}

/** Returns errors for invalid collector URLs, which OpenTelemetry ignores silently. */
function invalidCollectors(environment: NodeJS.ProcessEnv): string[] {
  return collectorVariables.flatMap((name) => {
    const text = environment[name];
    if (!text || (/^https?:\/\//i.test(text) && URL.canParse(text))) return [];
    return [`${name}: expected a URL such as http://127.0.0.1:4318, ${got(text)}`];
  });
}

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new InvalidArgumentError(`expected an address or a host name of this machine, ${gotPlain(text)}`);
}

function listParser(isValid: (item: string) => boolean, form: string): (text: string) => string[] {
  return (text) => {
    const items = text.split(',').flatMap((item) => item.trim() || []);
    if (items.every(isValid)) return items;
    throw new InvalidArgumentError(`expected ${form}, ${gotPlain(text)}`);
  };
}

function isOrigin(item: string): boolean {
  return URL.canParse(item) && new URL(item).origin === item;
}

/** Accepts an address or a CIDR network. A prefix of 0 is invalid, because it would trust every address. */
function isNetwork(item: string): boolean {
  const [address = '', prefix, ...rest] = item.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
