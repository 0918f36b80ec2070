import type { Socket } from 'node:net';
import pg from 'pg';
import { type DatabaseAddress, readDatabaseAddress } from './address.ts';
import { isLostConnection, withDatabaseErrors } from './database-errors.ts';

/** Connections of an instance: one for admissions, one for charges, two for everything else. */
const CONNECTIONS = 4;
/** Milliseconds. The server gives up first, so that a slow statement does not outlive the response to its client. */
const [CONNECT_TIMEOUT, STATEMENT_TIMEOUT, QUERY_TIMEOUT] = [3_000, 4_000, 5_000];
/** OID of bigint. Ours stay below 2^53. */
const BIGINT = 20;

/**
 * Runs one statement; returns its rows.
 * @param name for a statement of every request: each connection prepares it once, under this name
 */
export type SqlQuery = <Row>(text: string, values?: readonly unknown[], name?: string) => Promise<Row[]>;

/** An open database. All its methods throw a StorageError if the database is what failed. */
export interface Database extends AsyncDisposable {
  /** `host:port/database`, for messages. */
  location: string;
  /** On any connection. */
  query: SqlQuery;
  /** Several statements in one transaction, which is rolled back if `work` throws. @param begin default: `begin` */
  transaction<T>(work: (query: SqlQuery) => Promise<T>, begin?: string): Promise<T>;
  /** Connections of this process. Busy ones run a query or a transaction. */
  connections(): { busy: number; idle: number };
}

/**
 * Connects when the first query comes.
 * @param patient no time limits: for work of an administrator, which may take long
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
        // A connection on which something failed may be in any state: it is closed, which rolls its transaction back.
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
    // The server may end a login in the packet that completes it, before the pool listens: without this, the process ends.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(done: (error: Error | null) => void): void;
  override connect(done?: (error: Error | null) => void): Promise<this> | undefined {
    if (!done) return super.connect() as Promise<this>;
    super.connect((error: Error | null) => {
      // pg leaves the socket open if a login fails on this side; the process would not end for as long as the server waits.
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
  // Without a listener, a connection that breaks between two queries ends the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Milliseconds: the pause after the first failure, and the longest. */
const [FIRST, LONGEST] = [100, 2_000];

/**
 * A gate for one server, open at first. It keeps many requests from knocking at a server that is not there: after a failure
 * nothing passes for a while, which grows with each further failure. The pauses are random, so that instances do not
 * reconnect at the same moment.
 */
function createRetryGate() {
  let failures = 0;
  let until = Number.NEGATIVE_INFINITY;
  let latest: unknown;

  function failed(error: unknown): void {
    // Several connections fail together: they count as one failure.
    if (performance.now() < until) return;
    const pause = Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10));
    failures++;
    until = performance.now() + pause * (0.5 + Math.random() / 2);
    latest = error;
  }

  return {
    /** @throws the latest failure instead of a try that would come too early */
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
