import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AccountEngine } from '../data-store/account-store.ts';
import { STORAGE_REASONS } from '../database/storage-error.ts';

export interface Metrics {
  started(): void;
  /** A request has its response, or its client has disconnected. */
  finished(operation: string, status: number, seconds: number): void;
  charged(operation: string, account: number): void;
  event(name: string, count: number): void;
  /** Counts a request or a trial that failed because data could not be read or written. */
  storageFailed(reason: string): void;
  /** A call of the shared database has ended: `admit` or `charge`, for several requests. Calls before `engine` are not recorded. */
  databaseCalled(call: string, seconds: number, requests: number): void;
  /** Sets the database engine, whose load is read on every scrape. */
  engine(engine: AccountEngine): void;
  /** The version of the catalogue that is in use. */
  catalogue(version: string): void;
  /** The version that a switch waits for; undefined: none is pending. */
  pending(version: string | undefined): void;
  /** Reads when the newest backup was complete, in ISO 8601: now and at every scrape. */
  backups(newest: () => Promise<string | undefined>): Promise<void>;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

export interface MetricsOptions {
  /** Adds memory, CPU time and the delay of the event loop; default: false. */
  ofProcess?: boolean;
  /** Adds the consultations of each account, labelled with its number; default: false. */
  byAccount?: boolean | undefined;
  /** Lines of the log that were dropped so far. */
  linesDropped?: () => number;
}

/** Seconds; most responses take less than a millisecond. */
const CALL_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Metrics of Node.js that no operator of the service needs: a series for each space of the heap. */
const UNNEEDED = ['total', 'used', 'available'].map((size) => `nodejs_heap_space_size_${size}_bytes`);

/** Requests by operation and status. Without `byAccount` no label identifies an account, and none ever names a user. */
export function createMetrics({ ofProcess, byAccount, linesDropped = () => 0 }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  for (const name of UNNEEDED) registry.removeSingleMetric(name);
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `vehicle_lookup_${name}_total`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `vehicle_lookup_${name}`, help, labelNames, registers });

  const histogram = <Label extends string>(name: string, help: string, label: Label, buckets: number[]) =>
    new Histogram({ name: `vehicle_lookup_${name}_seconds`, help, labelNames: [label], buckets, registers });
  const readings = (name: string, help: string, label: string, read: () => Record<string, number>) =>
    new Gauge({
      name: `vehicle_lookup_${name}`,
      help,
      labelNames: [label],
      registers,
      collect() {
        for (const [value, count] of Object.entries(read())) this.set({ [label]: value }, count);
      },
    });

  const requests = counter('requests', 'Requests answered, by operation and status.', 'operation', 'status');
  const lastByte = 'From the request line to the last byte, by operation.';
  const durations = histogram('request_duration', lastByte, 'operation', [...CALL_BUCKETS, 30]);
  const inFlight = gauge('requests_in_flight', 'Requests in progress.');
  const consultations = counter('consultations', 'Consultations charged, by operation.', 'operation');
  const ofAccounts = byAccount
    ? counter('account_consultations', 'Consultations charged, by number of the account.', 'account')
    : undefined;
  const events = counter('events', 'Events by name; the log has their lines, repeated ones once a minute.', 'event');
  const unstored = 'Requests and trials that failed because data could not be read or written, by reason.';
  const storageFailures = counter('storage_failures', unstored, 'reason');
  // A query about the increase of a counter finds its first one only if there was a zero before.
  for (const reason of [...STORAGE_REASONS, 'catalogue']) storageFailures.inc({ reason }, 0);
  const inUse = 'The version of the catalogue that is in use, as a label; the value is 1.';
  const catalogues = gauge('catalogue_info', inUse, 'version');
  const pending = gauge('catalogue_switch_pending', '1 while a switch of the catalogue waits for instances.');
  const engines = gauge('engine_info', 'The database engine, as a label; the value is 1.', 'engine');
  new Counter({
    name: 'vehicle_lookup_log_lines_dropped_total',
    help: 'Log lines that were dropped because the lines before them were not read.',
    registers,
    collect() {
      this.reset();
      this.inc(linesDropped());
    },
  });
  let calls: { durations: Histogram<'call'>; requests: Counter<'call'> } | undefined;
  return {
    started: () => inFlight.inc(),
    finished(operation, status, seconds) {
      inFlight.dec();
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
    },
    charged(operation, account) {
      consultations.inc({ operation });
      ofAccounts?.inc({ account });
    },
    event: (event, count) => events.inc({ event }, count),
    storageFailed: (reason) => storageFailures.inc({ reason }),
    databaseCalled(call, seconds, requests) {
      calls?.durations.observe({ call }, seconds);
      calls?.requests.inc({ call }, requests);
    },
    engine({ name, load }) {
      engines.set({ engine: name }, 1);
      // The calls of a shared database, and how much of it this process uses. Without one they would only be zeroes.
      if (!load) return;
      readings('database_connections', 'Connections to PostgreSQL, by state.', 'state', () => load().connections);
      const waiting = 'Requests that wait for the next call of PostgreSQL, by call.';
      readings('database_queue_length', waiting, 'call', () => load().waiting);
      const duration = 'Duration of a call of PostgreSQL for several requests, by call.';
      const size = 'Requests of these calls; divided by the number of calls, the size of a batch.';
      calls = {
        durations: histogram('database_call_duration', duration, 'call', CALL_BUCKETS),
        requests: counter('database_call_requests', size, 'call'),
      };
    },
    catalogue(version) {
      catalogues.reset();
      catalogues.set({ version }, 1);
    },
    pending: (version) => pending.set(version === undefined ? 0 : 1),
    backups(newest) {
      const look = async () => {
        // Accounts that cannot be read say so elsewhere; the time before stays.
        const at = await newest().catch(() => undefined);
        if (at !== undefined) newestBackup.set(Date.parse(at) / 1000);
      };
      const newestBackup = new Gauge({
        name: 'vehicle_lookup_newest_backup_timestamp_seconds',
        help: 'When the newest backup was complete, in seconds since 1970; 0: never.',
        registers,
        // For the next scrape: none waits for accounts that do not respond.
        collect: () => void look(),
      });
      return look();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
