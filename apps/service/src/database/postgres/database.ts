import type { Socket } from 'node:net';
import pg from 'pg';
import { type DatabaseAddress, readDatabaseAddress } from './address.ts';
import { isLostConnection, withDatabaseErrors } from './database-errors.ts';

/** Number of connections per instance: one for admissions, one for charges, and two for all other queries. */
const CONNECTIONS = 4;
/** Time limits in milliseconds. The server's statement limit is shorter than the query limit, so that a slow statement ends first. */
const [CONNECT_TIMEOUT, STATEMENT_TIMEOUT, QUERY_TIMEOUT] = [3_000, 4_000, 5_000];
/** OID of bigint. The service's values are below 2^53. */
const BIGINT = 20;

/**
 * Runs one statement and returns its rows.
 * @param name name under which each connection prepares a frequent statement, once
 */
export type SqlQuery = <Row>(text: string, values?: readonly unknown[], name?: string) => Promise<Row[]>;

/** An open database. All its methods throw a StorageError if the database fails. */
export interface Database extends AsyncDisposable {
  /** `host:port/database`, for messages. */
  location: string;
  /** Runs a statement on any connection. */
  query: SqlQuery;
  /** Runs several statements in one transaction, which is rolled back if `work` throws. @param begin default: `begin` */
  transaction<T>(work: (query: SqlQuery) => Promise<T>, begin?: string): Promise<T>;
  /** Returns the number of connections of this process. Busy connections run a query or a transaction. */
  connections(): { busy: number; idle: number };
}

/**
 * Opens a database, which connects at its first query.
 * @param patient disables time limits for administration, which may take a long time
 * @throws UserError if the address is invalid
 */
export function openDatabase(url: string, { patient = false }: { patient?: boolean } = {}): Database {
  const { location, config } = readDatabaseAddress(url);
  const pool = createPool(config, patient);
  const gate = createRetryGate();

  const withConnection = <T>(work: (query: SqlQuery) => Promise<T>): Promise<T> =>
    withDatabaseErrors(location, async () => {
      gate.rejectBlocked();
      const client = await gate.watch(() => pool.connect());
      let failed = true;
      try {
        const result = await work(async (text, values = [], name) => {
          const statement = { text, values: values as unknown[], ...(name === undefined ? {} : { name }) };
          return (await gate.watch(() => client.query(statement))).rows;
        });
        failed = false;
        return result;
      } finally {
        // After a failure, a connection may be in any state. Closing the connection rolls back its transaction.
        client.release(failed);
      }
    });

  return {
    location,
    query: (text, values, name) => withConnection((query) => query(text, values, name)),
    transaction: (work, begin = 'begin') =>
      withConnection(async (query) => {
        await query(begin);
        const result = await work(query);
        await query('commit');
        return result;
      }),
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The server may end a login in the packet that completes it, before the pool listens. Without a listener, the process would exit.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(done: (error: Error | null) => void): void;
  override connect(done?: (error: Error | null) => void): Promise<this> | undefined {
    if (!done) return super.connect() as Promise<this>;
    super.connect((error: Error | null) => {
      // If a login fails on the client side, pg leaves the socket open, and the process would not exit until the server closes it.
      if (error) (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      done(error);
    });
    return undefined;
  }
}

function createPool(config: DatabaseAddress['config'], patient: boolean): pg.Pool {
  const pool = new pg.Pool({
    Client,
    ...config,
    application_name: 'vehicle-lookup-service',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    ...(patient ? {} : { statement_timeout: STATEMENT_TIMEOUT, query_timeout: QUERY_TIMEOUT }),
    idleTimeoutMillis: 0,
    types: { getTypeParser: (oid, format) => (oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as never },
  });
  // Without a listener, a connection that breaks between two queries would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** The pause after the first failure and the longest pause, in milliseconds. */
const [FIRST, LONGEST] = [100, 2_000];

/**
 * Creates a gate that protects an unavailable server from many connection attempts. After a failure, the gate rejects all work
 * during a pause, which grows with each further failure. The pauses are random, so that instances do not reconnect
 * simultaneously.
 */
function createRetryGate() {
  let failures = 0;
  let until = Number.NEGATIVE_INFINITY;
  let latest: unknown;

  function failed(error: unknown): void {
    // Connections that fail together count as one failure.
    if (performance.now() < until) return;
    const pause = Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10));
    failures++;
    until = performance.now() + pause * (0.5 + Math.random() / 2);
    latest = error;
  }

  return {
    /** @throws the latest failure during a pause */
    rejectBlocked(): void {
      if (performance.now() < until) throw latest;
    },
    async watch<T>(work: () => Promise<T>): Promise<T> {
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (isLostConnection(error)) failed(error);
        throw error;
      }
    },
  };
}
