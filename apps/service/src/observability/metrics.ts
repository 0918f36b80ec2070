import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AccountEngine } from '../data-store/data-store.ts';
import { STORAGE_REASONS } from '../database/storage-error.ts';

/** A request after its response, or after its client has disconnected. */
export interface FinishedRequest {
  operation: string;
  status: number;
  seconds: number;
  charged: boolean;
}

export interface Metrics {
  started(): void;
  finished(request: FinishedRequest): void;
  /** Counts a consultation that was charged after the end of its request. */
  charged(operation: string): void;
  /** Counts something that happened, once. */
  count(what: keyof typeof HAPPENINGS): void;
  /** Counts a request or a trial that failed because data could not be read or written. */
  storageFailed(reason: string): void;
  /** The clock was set by that many seconds. */
  clockSet(seconds: number): void;
  /** A call of the shared database has ended: `admit` or `charge`, for several requests. Calls before `engine` are not recorded. */
  databaseCalled(call: string, seconds: number, requests: number): void;
  /** Sets the database engine, whose load is read on every scrape. */
  engine(engine: AccountEngine): void;
  /** The version of the catalogue that is in use. */
  catalogue(version: string): void;
  /** The version that a switch waits for; undefined: none is pending. */
  pending(version: string | undefined): void;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

/** What is counted without a label: the name of the metric, and its help. */
const HAPPENINGS = {
  malformed: ['malformed_requests', 'Connections closed because they sent no valid HTTP request.'],
  connectionDropped: ['connections_dropped', 'Connections closed because there were too many.'],
  fetchFailed: ['catalogue_fetch_failures', 'How often a catalogue that instances share could not be fetched.'],
  overloaded: ['overload_rejections', 'Requests rejected with 503 because the service was overloaded.'],
  lockedOut: ['lock_outs', 'How often a pair of user and address was locked out after wrong keys.'],
} as const;

/** Seconds; most responses take less than a millisecond. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** Seconds, for a call of the database. */
const CALL_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Requests by operation and status. No label identifies an account.
 * @param withProcess adds memory, CPU time and the delay of the event loop
 * @param linesDropped lines of the log that were dropped so far
 */
export function createMetrics(withProcess: boolean, linesDropped: () => number = () => 0): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const requests = counter('vehicle_lookup_requests_total', 'Requests answered, by operation and status.', [
    'operation',
    'status',
  ]);
  const happenings = Object.fromEntries(
    Object.entries(HAPPENINGS).map(([what, [name, help]]) => [what, counter(`vehicle_lookup_${name}_total`, help)]),
  ) as Record<keyof typeof HAPPENINGS, Counter>;
  const durations = new Histogram({
    name: 'vehicle_lookup_request_duration_seconds',
    help: 'From the request line to the last byte, by operation.',
    labelNames: ['operation'] as const,
    buckets: BUCKETS,
    registers,
  });
  const inFlight = gauge('vehicle_lookup_requests_in_flight', 'Requests in progress.');
  const consultations = counter('vehicle_lookup_consultations_total', 'Consultations charged, by operation.', [
    'operation',
  ]);
  const storageFailures = counter(
    'vehicle_lookup_storage_failures_total',
    'Requests and trials that failed because data could not be read or written, by reason.',
    ['reason'],
  );
  const clockJumps = counter(
    'vehicle_lookup_clock_jumps_total',
    'How often the clock of the machine was set, by direction.',
    ['direction'],
  );
  const clockOffset = gauge(
    'vehicle_lookup_clock_offset_seconds',
    'By how much the clock was set since the start, all jumps together.',
  );
  const catalogues = gauge(
    'vehicle_lookup_catalogue_info',
    'The version of the catalogue that is in use, as a label; the value is 1.',
    ['version'],
  );
  const pending = gauge(
    'vehicle_lookup_catalogue_switch_pending',
    '1 while a switch of the catalogue waits for instances.',
  );
  new Counter({
    name: 'vehicle_lookup_log_lines_dropped_total',
    help: 'Log lines that were dropped because the lines before them were not read.',
    registers,
    collect() {
      this.reset();
      this.inc(linesDropped());
    },
  });
  // A query about the increase of a counter finds its first one only if there was a zero before.
  for (const reason of [...STORAGE_REASONS, 'catalogue']) storageFailures.inc({ reason }, 0);
  for (const direction of ['forward', 'back']) clockJumps.inc({ direction }, 0);
  const engines = gauge('vehicle_lookup_engine_info', 'The database engine, as a label; the value is 1.', ['engine']);
  let shared: ReturnType<typeof createSharedMetrics> | undefined;
  return {
    started: () => inFlight.inc(),
    finished: ({ operation, status, seconds, charged }) => {
      inFlight.dec();
      requests.inc({ operation, status });
      durations.observe({ operation }, seconds);
      if (charged) consultations.inc({ operation });
    },
    charged: (operation) => consultations.inc({ operation }),
    count: (what) => happenings[what].inc(),
    storageFailed: (reason) => storageFailures.inc({ reason }),
    clockSet(seconds) {
      clockJumps.inc({ direction: seconds > 0 ? 'forward' : 'back' });
      clockOffset.inc(seconds);
    },
    databaseCalled(call, seconds, requests) {
      shared?.durations.observe({ call }, seconds);
      shared?.requests.inc({ call }, requests);
    },
    engine({ name, load }) {
      engines.set({ engine: name }, 1);
      if (load) shared = createSharedMetrics(load, registers);
    },
    catalogue(version) {
      catalogues.reset();
      catalogues.set({ version }, 1);
    },
    pending: (version) => pending.set(version === undefined ? 0 : 1),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** The calls of a shared database, and how much of it this process uses. Without one they would only be zeroes. */
function createSharedMetrics(load: NonNullable<AccountEngine['load']>, registers: Registry[]) {
  new Gauge({
    name: 'vehicle_lookup_database_connections',
    help: 'Connections to PostgreSQL, by state.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(load().connections)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'vehicle_lookup_database_queue_length',
    help: 'Requests that wait for the next call of PostgreSQL, by call.',
    labelNames: ['call'] as const,
    registers,
    collect() {
      for (const [call, count] of Object.entries(load().waiting)) this.set({ call }, count);
    },
  });
  const durations = new Histogram({
    name: 'vehicle_lookup_database_call_duration_seconds',
    help: 'Duration of a call of PostgreSQL for several requests, by call.',
    labelNames: ['call'] as const,
    buckets: CALL_BUCKETS,
    registers,
  });
  const requests = new Counter({
    name: 'vehicle_lookup_database_call_requests_total',
    help: 'Requests of these calls; divided by the number of calls, the size of a batch.',
    labelNames: ['call'] as const,
    registers,
  });
  return { durations, requests };
}
