import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AccountEngine } from '../data-store/data-store.ts';

/** Seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** What is recorded about the database that keeps the accounts. */
export interface DatabaseMetrics {
  /** Records a call that has ended: `admit` or `charge`, its duration, and for how many requests it was. */
  called(call: string, seconds: number, requests: number): void;
  /** Sets the database engine, whose load is read on every scrape. Calls before it are not recorded. */
  engine(engine: AccountEngine): void;
}

/** What keeps the accounts; for a shared database its calls, and how much of it this process uses. */
export function createDatabaseMetrics(registers: Registry[]): DatabaseMetrics {
  const engines = new Gauge({
    name: 'vehicle_lookup_engine_info',
    help: 'The database engine, as a label; the value is 1.',
    labelNames: ['engine'] as const,
    registers,
  });

  /** Without a shared database they would only be zeroes. */
  function createShared(load: NonNullable<AccountEngine['load']>) {
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
      buckets: BUCKETS,
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
  let shared: ReturnType<typeof createShared> | undefined;

  return {
    called(call, seconds, requests) {
      shared?.durations.observe({ call }, seconds);
      shared?.requests.inc({ call }, requests);
    },
    engine({ name, load }) {
      engines.set({ engine: name }, 1);
      if (load) shared = createShared(load);
    },
  };
}
