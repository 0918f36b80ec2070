import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { StorageError, type StorageReason } from '../storage-error.ts';

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');
const textOf = (error: unknown): string => String((error as Error | null)?.message ?? error);

/** Returns whether a code is an SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E');
const isOneOf = (code: string, states: readonly string[]): boolean => states.some((state) => code.startsWith(state));

/** Beginnings of pg's own error messages, which have no code. */
const DRIVER =
  /^(Connection terminated|Query read timeout|timeout |The server does not support SSL|Client has|Client was|SASL|Cannot use a pool)/;

/** Returns whether the database caused an error. The service's own errors also pass through transactions. */
const isOfDatabase = (error: unknown): boolean =>
  !(error instanceof UserError) && (codeOf(error) !== '' || DRIVER.test(textOf(error)));

/** SQLSTATEs after which this connection is unusable, but a new connection may work, for example after a shutdown or failover. */
const LOST = ['08', '57P', '53300', '25006'];

/** Returns whether this connection or its server is also unusable for the next query. */
export const isLostConnection = (error: unknown): boolean =>
  isOfDatabase(error) && (!isSqlState(codeOf(error)) || isOneOf(codeOf(error), LOST));

type Kind = readonly [reason: StorageReason, states: string, what: string, next: string];

/** Error kinds by code prefix; the first match applies. Codes other than SQLSTATEs are Node.js error codes. */
const KINDS: readonly Kind[] = [
  ['unreadable', '28', 'the login was rejected', 'Check the user and password in DATABASE_URL, and check pg_hba.conf'],
  ['unreadable', '3D000', 'the database does not exist', 'Create it, or correct its name in DATABASE_URL'],
  ['unreadable', '42501 3F000', 'the role lacks permissions', 'Run GRANT USAGE, CREATE ON SCHEMA public TO this role'],
  ['unreadable', 'ENOTFOUND', 'the host does not exist', 'Correct the host in DATABASE_URL'],
  ['full', '53100', 'no space left to write; no acknowledged data are lost', 'Free up space on the PostgreSQL disk'],
  ['unwritable', '25006', 'read-only, for example a standby', 'Name the primary in DATABASE_URL'],
  ['unavailable', '08 57 53 55P03 40', 'not available', 'Try again; if the error persists, check the PostgreSQL log'],
];

/** The error message from PgBouncer, which does not support all login parameters that the service sends; PostgreSQL supports them. */
const OF_POOLER = /unsupported startup parameter/;
const NO_POOLER =
  'Name PostgreSQL itself in DATABASE_URL, because an instance keeps four connections with statements and time limits';

/** Returns a database error with its location and the next step; returns other errors unchanged. */
function databaseError(location: string, cause: unknown): unknown {
  if (!isOfDatabase(cause)) return cause;
  const [code, text] = [codeOf(cause), textOf(cause)];
  const isOfEngine = isSqlState(code);
  const make = (reason: StorageReason, what: string, next: string) =>
    new StorageError(
      reason,
      location,
      `${what} (${isOfEngine ? `PostgreSQL says: ${text}` : text || code}). ${next}`,
      cause,
    );
  if (OF_POOLER.test(text)) return make('unreadable', 'the connection goes through a pooler', NO_POOLER);
  if (/SASL/.test(text)) return make('unreadable', 'the login failed', 'Check the password in DATABASE_URL');
  if (/SSL|certificate/i.test(text) && !isOfEngine) {
    return make('unreadable', 'TLS failed', 'Correct sslmode and sslrootcert in DATABASE_URL');
  }
  const kind = KINDS.find(([, states]) => isOneOf(code, states.split(' ')));
  if (kind) return make(kind[0], kind[2], kind[3]);
  if (isOfEngine) return make('failed', 'a query failed', 'Run doctor');
  return make('unavailable', 'not reachable', 'Check that PostgreSQL is running there, and check DATABASE_URL');
}

/** Runs `work` on the database. @throws StorageError if the database fails */
export async function withDatabaseErrors<T>(location: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw databaseError(location, cause);
  }
}
