import { readFileSync } from 'node:fs';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { ClientConfig } from 'pg';

/** The location of the database and its login. */
export interface DatabaseAddress {
  /** `host:port/database` for messages, without user and password. */
  location: string;
  config: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
}

const DEFAULT_PORT = 5432;
const PARAMETERS = ['sslmode', 'sslrootcert'];
const SSL_MODES = ['disable', 'require', 'verify-full'];

/** libpq's list of hosts: `//USER:PASSWORD@HOST:PORT,HOST:PORT/`. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/]*@)?[^/@]*,[^/@]*\//;

const EXPECTED =
  'expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with all special characters in the user name and password ' +
  'percent-encoded';

/**
 * Parses DATABASE_URL. Messages never repeat a part of the URL, because a password with `/` or `#` would be parsed as a different part.
 * @throws UserError
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  if (SEVERAL_HOSTS.test(text)) {
    throw wrong('only one host is supported; if a standby may take over, use an address that points to the primary');
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['postgresql:', 'postgres:'].includes(url.protocol)) throw wrong('the scheme or the format is invalid');
  if (url.hash || !/^\/[^/@:]+$/.test(url.pathname)) throw wrong('one / and the database name must follow HOST:PORT');
  if (url.hostname === '') throw wrong('the host is missing');
  const unknown = [...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name));
  if (unknown) throw wrong(`the only parameters after ? are ${PARAMETERS.join(' and ')}`);
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

/** Returns the TLS settings as in libpq: `require` encrypts, `verify-full` also checks the certificate and its host name. */
function sslOf(parameters: URLSearchParams): ClientConfig['ssl'] {
  const mode = parameters.get('sslmode') ?? 'disable';
  if (!SSL_MODES.includes(mode)) throw wrong(`sslmode must be one of ${SSL_MODES.join(', ')}`);
  if (mode === 'disable') return false;
  const file = parameters.get('sslrootcert');
  if (mode === 'require') return { rejectUnauthorized: false };
  return file === null ? { rejectUnauthorized: true } : { rejectUnauthorized: true, ca: readFileSync(file, 'utf8') };
}

const wrong = (what: string): UserError => new UserError(`DATABASE_URL: ${EXPECTED}; ${what}.`);
