import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AccountEngine } from '../data-store/account-store.ts';
import { STORAGE_REASONS } from '../database/storage-error.ts';

export interface Metrics {
  started(): void;
  /** Records a request whose response is complete or whose client has disconnected. */
  finished(operation: string, status: number, seconds: number): void;
  charged(operation: string, account: number): void;
  event(name: string, count: number): void;
  /** Counts a request or a readiness check that failed because data could not be read or written. */
  storageFailed(reason: string): void;
  /** Records a call (`admit` or `charge`) to the shared database. Calls before `engine` are not recorded. */
  databaseCalled(call: string, seconds: number, requests: number): void;
  /** Sets the database engine. Its load is read at every scrape. */
  engine(engine: AccountEngine): void;
  /** Sets the catalogue version in use. */
  catalogue(version: string): void;
  /** Sets the version of a pending switch; undefined if no switch is pending. */
  pending(version: string | undefined): void;
  /** Reads the completion time of the newest backup (ISO 8601), now and at every scrape. */
  backups(newest: () => Promise<string | undefined>): Promise<void>;
  /** Returns the metrics in the Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

export interface MetricsOptions {
  /** Adds memory, CPU time and event loop delay; default: false. */
  ofProcess?: boolean;
  /** Adds the consultations of each account, labelled with its number; default: false. */
  byAccount?: boolean | undefined;
  /** Returns the number of log lines that were dropped so far. */
  linesDropped?: () => number;
}

/** Seconds; most responses take less than a millisecond. */
const CALL_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Node.js metrics that operators do not need, with a series for each heap space. */
const UNNEEDED = ['total', 'used', 'available'].map((size) => `nodejs_heap_space_size_${size}_bytes`);

/** Creates the metrics of the service. Only with `byAccount`, a label identifies an account; labels never contain user names. */
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

  const requests = counter('requests', 'Requests by operation and status.', 'operation', 'status');
  const lastByte = 'Duration from the request line to the last byte, by operation.';
  const durations = histogram('request_duration', lastByte, 'operation', [...CALL_BUCKETS, 30]);
  const inFlight = gauge('requests_in_flight', 'Requests in progress.');
  const consultations = counter('consultations', 'Consultations charged, by operation.', 'operation');
  const ofAccounts = byAccount
    ? counter('account_consultations', 'Consultations charged, by account number.', 'account')
    : undefined;
  const events = counter('events', 'Events by name; the log records a repeated event at most once a minute.', 'event');
  const unstored = 'Requests and readiness checks that failed because data could not be read or written, by reason.';
  const storageFailures = counter('storage_failures', unstored, 'reason');
  // A Prometheus `increase` query detects the first failure only if the counter had the value 0 before.
  for (const reason of [...STORAGE_REASONS, 'catalogue']) storageFailures.inc({ reason }, 0);
  const inUse = 'The catalogue version in use, as a label; the value is 1.';
  const catalogues = gauge('catalogue_info', inUse, 'version');
  const pending = gauge('catalogue_switch_pending', '1 while a catalogue switch waits for instances.');
  const engines = gauge('engine_info', 'The database engine, as a label; the value is 1.', 'engine');
  new Counter({
    name: 'vehicle_lookup_log_lines_dropped_total',
    help: 'Log lines that were dropped because earlier lines were not read.',
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
      // These metrics apply only to a shared database; otherwise, they would all be zero.
      if (!load) return;
      readings('database_connections', 'Connections to PostgreSQL, by state.', 'state', () => load().connections);
      const waiting = 'Requests waiting for the next PostgreSQL call, by call.';
      readings('database_queue_length', waiting, 'call', () => load().waiting);
      const duration = 'Duration of a PostgreSQL call for several requests, by call.';
      const size = 'Requests in PostgreSQL calls; divide by the number of calls for the average batch size.';
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
        // Unreadable accounts are reported elsewhere; the previous time remains.
        const at = await newest().catch(() => undefined);
        if (at !== undefined) newestBackup.set(Date.parse(at) / 1000);
      };
      const newestBackup = new Gauge({
        name: 'vehicle_lookup_newest_backup_timestamp_seconds',
        help: 'Completion time of the newest backup, in seconds since 1970; 0 if there is no backup.',
        registers,
        // The value is for the next scrape, so that a scrape does not wait for the accounts.
        collect: () => void look(),
      });
      return look();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
