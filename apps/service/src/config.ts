import { isIP } from 'node:net';
import { type Charging, chargings } from './http/parts.ts';
import { type Level, levels } from './observability/log.ts';
import { collectorVariables } from './observability/tracing.ts';
import { didYouMean, got } from './suggest.ts';
import { UserError } from './user-error.ts';

/** What `serve` is told, by flags, else by the environment, else by default. */
export interface ServeConfig {
  port: number;
  host: string;
  adminPort: number;
  /** Import the demonstration catalogue into an empty data folder. */
  demo: boolean;
  trustProxy: string[];
  corsOrigins: string[];
  charge: Charging;
  logLevel: Level;
}

/** One setting, with its two names. */
export interface Setting<T> {
  flag: string;
  variable: string;
  fallback: string;
  /** What a right value looks like. */
  expected: string;
  help: string;
  /** undefined: not a right value. */
  read(text: string): T | undefined;
}

const PREFIX = 'VEHICLE_LOOKUP_SERVICE_';

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
const port = (text: string) => (isPort(text) ? Number(text) : undefined);
const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text);
const listOf = (isRight: (item: string) => boolean) => (text: string) => {
  const items = text.split(',').flatMap((item) => item.trim() || []);
  return items.every(isRight) ? items : undefined;
};

export const settings: { [Name in keyof ServeConfig]: Setting<ServeConfig[Name]> } = {
  port: {
    flag: 'port',
    variable: `${PREFIX}PORT`,
    fallback: '4000',
    expected: 'a number from 0 to 65535',
    help: 'port to listen on; 0 takes a free one',
    read: port,
  },
  host: {
    flag: 'host',
    variable: `${PREFIX}HOST`,
    fallback: '127.0.0.1',
    expected: 'an address or a host name of this machine',
    help: 'address to listen on; beyond loopback TLS has to end at a proxy',
    read: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  },
  adminPort: {
    flag: 'admin-port',
    variable: `${PREFIX}ADMIN_PORT`,
    fallback: '4001',
    expected: 'a number from 0 to 65535',
    help: 'port of /health, /ready and /metrics, on 127.0.0.1 alone; 0 takes a free one',
    read: port,
  },
  demo: {
    flag: 'no-demo',
    variable: `${PREFIX}DEMO`,
    fallback: 'true',
    expected: 'true or false',
    help: 'leave an empty data folder without the demonstration catalogue',
    read: (text) => ({ true: true, false: false })[text],
  },
  trustProxy: {
    flag: 'trust-proxy',
    variable: `${PREFIX}TRUST_PROXY`,
    fallback: '',
    expected: 'addresses or networks such as 10.0.0.0/8 (prefix 1 or longer), with commas between them',
    help: 'proxies whose forwarded headers are believed: CIDR[,CIDR...]; nobody by default',
    read: listOf(isNetwork),
  },
  corsOrigins: {
    flag: 'cors-origin',
    variable: `${PREFIX}CORS_ORIGIN`,
    fallback: '',
    expected: 'origins such as https://app.example.com, with commas between them',
    help: 'origins whose pages may read the answers: ORIGIN[,ORIGIN...]; none by default',
    read: listOf((item) => URL.canParse(item) && new URL(item).origin === item),
  },
  charge: {
    flag: 'charge',
    variable: `${PREFIX}CHARGE`,
    fallback: 'success',
    expected: chargings.join(', '),
    help: 'what is a consultation: a 200 (success), a 200 or a 404 (lookup), or nothing (none)',
    read: oneOf(chargings),
  },
  logLevel: {
    flag: 'log-level',
    variable: `${PREFIX}LOG_LEVEL`,
    fallback: 'info',
    expected: levels.join(', '),
    help: `least level that is logged: ${levels.join(', ')}`,
    read: oneOf(levels),
  },
};

type Flags = Record<string, string | boolean | undefined>;

/**
 * Reads flags and environment; an empty variable is one that is not set.
 * @throws UserError with every wrong setting, a line each
 */
export function readConfig(flags: Flags, environment: NodeJS.ProcessEnv): ServeConfig {
  const wrong = [...unknownVariables(environment), ...wrongCollectors(environment)];
  const read = <T>(setting: Setting<T>): T => {
    const { name, text } = sourceOf(setting, flags, environment);
    const value = setting.read(text);
    if (value === undefined) wrong.push(`${name}: expected ${setting.expected}, ${got(text)}`);
    return value as T;
  };
  const entries = Object.entries(settings).map(([name, setting]) => [name, read<unknown>(setting)]);
  const config = Object.fromEntries(entries) as ServeConfig;
  // A port that is wrong itself is undefined here.
  if (config.port > 0 && config.port === config.adminPort) {
    wrong.push(`--port and --admin-port: expected different ports, got ${config.port} twice`);
  }
  if (wrong.length > 0) throw new UserError(wrong.join('\n'), 2);
  return config;
}

/** Variables that would be passed over in silence; one without a value may be. */
function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = Object.values(settings).map(({ variable }) => variable.slice(PREFIX.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && environment[name])
    .map((name) => name.slice(PREFIX.length))
    .filter((name) => !known.includes(name))
    .map((name) => {
      const hint = didYouMean(name, known) || `expected one of ${known.join(', ')}`;
      return `${PREFIX}${name}: there is no such setting; behind ${PREFIX}, ${hint}`;
    });
}

/** Where traces go is OpenTelemetry's own setting; it would take a wrong one without a word. */
function wrongCollectors(environment: NodeJS.ProcessEnv): string[] {
  return collectorVariables.flatMap((name) => {
    const text = environment[name];
    if (!text || (/^https?:\/\//i.test(text) && URL.canParse(text))) return [];
    return [`${name}: expected an address such as http://127.0.0.1:4318, ${got(text)}`];
  });
}

function sourceOf({ flag, variable, fallback }: Setting<unknown>, flags: Flags, environment: NodeJS.ProcessEnv) {
  const given = flags[flag];
  // A flag without a value is a switch: `--no-demo`.
  if (given !== undefined) return { name: `--${flag}`, text: typeof given === 'string' ? given : String(!given) };
  return { name: variable, text: environment[variable] || fallback };
}

/** A prefix of 0, everybody, is refused by Fastify as well. */
function isNetwork(item: string): boolean {
  const [address = '', prefix, ...rest] = item.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
