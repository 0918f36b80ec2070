import { readFileSync } from 'node:fs';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { ClientConfig } from 'pg';

/** Where the database is, and how to log in. */
export interface DatabaseAddress {
  /** `host:port/database`: for messages, without user and password. */
  location: string;
  config: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
}

const DEFAULT_PORT = 5432;
const PARAMETERS = ['sslmode', 'sslrootcert'];
const SSL_MODES = ['disable', 'require', 'verify-full'];

/** As libpq has it: `//USER:PASSWORD@HOST:PORT,HOST:PORT/`. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/]*@)?[^/@]*,[^/@]*\//;

const EXPECTED =
  'expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with every special character of user and password ' +
  'percent-encoded';

/**
 * Reads DATABASE_URL. No message repeats any of it: a password with a `/` or a `#` would be taken for another part.
 * @throws UserError
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  if (SEVERAL_HOSTS.test(text)) {
    throw wrong('it names one host; where a standby may take over, name an address that leads to the primary');
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['postgresql:', 'postgres:'].includes(url.protocol)) throw wrong('the scheme or the form is wrong');
  if (url.hash || !/^\/[^/@:]+$/.test(url.pathname))
    throw wrong('after HOST:PORT comes one / and the name of the database');
  if (url.hostname === '') throw wrong('the host is missing');
  const unknown = [...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name));
  if (unknown) throw wrong(`the parameters after ? are ${PARAMETERS.join(' and ')}`);
  const [host, port] = [url.hostname.replace(/^\[|\]$/g, ''), Number(url.port || DEFAULT_PORT)];
  const database = decoded(url.pathname.slice(1));
  return {
    location: `${host}:${port}/${database}`,
    config: {
      host,
      port,
      database,
      ...(url.username === '' ? {} : { user: decoded(url.username) }),
      ...(url.password === '' ? {} : { password: decoded(url.password) }),
      ssl: sslOf(url.searchParams),
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('a % is not followed by two hexadecimal digits');
  }
}

/** As libpq has it: `require` encrypts, `verify-full` also checks the certificate and its name. */
function sslOf(parameters: URLSearchParams): ClientConfig['ssl'] {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode)) throw wrong(`sslmode is one of ${SSL_MODES.join(', ')}`);
  if (mode === 'disable') return false;
  const file = parameters.get('sslrootcert');
  if (mode === 'require') return { rejectUnauthorized: false };
  return file === null ? { rejectUnauthorized: true } : { rejectUnauthorized: true, ca: readFileSync(file, 'utf8') };
}

const wrong = (what: string): UserError => new UserError(`DATABASE_URL: ${EXPECTED}; ${what}.`);
