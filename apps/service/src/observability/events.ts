import { operationTable } from '@vehicle-lookup/contract';
import { maskCredentials } from '@vehicle-lookup/openapi/secrets';
import type { CatalogueError } from '../catalogue/catalogue.ts';
import { StorageError } from '../database/storage-error.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { once } from './once.ts';

/** The logged events other than requests, with their levels and messages. */
const EVENTS = {
  start: ['info', 'the service has started'],
  stop: ['info', 'the service is stopping'],
  crash: ['fatal', 'the service ends because of a program error'],
  'second-service': [
    'warn',
    'another service uses this data directory; each counts bursts and wrong keys separately. Stop one service, or use PostgreSQL',
  ],
  reload: ['info', 'the admin token was reloaded; changes to other settings require a restart'],
  'reload-failed': ['error', 'the previous admin token remains valid'],
  switch: ['info', 'this catalogue is in use'],
  'switch-failed': ['error', 'the catalogue cannot be opened; the service will try again'],
  'fetch-failed': ['error', 'this catalogue cannot be fetched'],
  storage: ['error', 'data cannot be read or written'],
  clock: [
    'warn',
    'the clock was set, or the machine was suspended; if it was set forward by mistake, correct it, then run: doctor --repair-clock',
  ],
  overload: ['warn', 'the service receives more requests than it can serve in time; some get 503'],
  connections: ['warn', 'too many connections; new connections (all) or the oldest silent ones (silent) are closed'],
  'malformed-request': ['debug', 'a connection was closed because it did not send a valid HTTP request'],
  'address-limit': ['warn', 'too many requests from an address; some get 429'],
  'lock-out': ['warn', 'too many wrong keys for a user from this address; this pair is locked out'],
  'untrusted-proxy': [
    'warn',
    'X-Forwarded-For is ignored; if this peer is your proxy, all its clients count as one address: set --trust-proxy',
  ],
  'allowance-low': ['warn', 'an account has used 80 % of its allowance'],
  'abandoned-search': ['info', 'an abandoned search is charged'],
} as const;

/**
 * Counts an event in the metrics and logs it under its name. Facts must not contain user names or secrets.
 * @param kind key for events that many requests could cause, logged at most once a minute per key; default: every event is logged
 */
export type ReportEvent = (event: keyof typeof EVENTS, facts?: Record<string, unknown>, kind?: string) => void;

export function createReport(log: Logger, metrics: Pick<Metrics, 'event'>): ReportEvent {
  const isNew = once();
  for (const event of Object.keys(EVENTS)) metrics.event(event, 0);
  return (event, facts, kind) => {
    metrics.event(event, 1);
    if (kind !== undefined && !isNew(`${event} ${kind}`)) return;
    const [level, text] = EVENTS[event];
    log[level]({ event, ...facts }, text);
  };
}

/** Reports that accounts or the catalogue cannot be read or written. */
export function reportStorage(
  { report, metrics }: { report: ReportEvent; metrics: Pick<Metrics, 'storageFailed'> },
  error: StorageError | CatalogueError,
): void {
  const reason = error instanceof StorageError ? error.reason : 'catalogue';
  metrics.storageFailed(reason);
  report('storage', { reason, message: error.message }, error.message);
}

/** Returns the log fields of an unexpected error. @param mask masks secrets; default: credentials in URLs */
export function errorFacts(
  error: unknown,
  mask: (text: string) => string = (text) => maskCredentials(operationTable, text),
): Record<string, string> {
  const { name, message, stack = '', cause } = error instanceof Error ? error : new Error(String(error));
  const reason = cause instanceof Error ? { reason: mask(cause.message) } : {};
  return { error: name, message: mask(message), ...reason, stack: mask(stack) };
}
