import { operationTable } from '@vehicle-lookup/contract';
import { maskCredentials } from '@vehicle-lookup/openapi/secrets';
import type { AuditEvent } from '../accounts/audit.ts';
import type { CatalogueError } from '../catalogue/catalogue.ts';
import { StorageError } from '../database/storage-error.ts';
import { type Logger, onceAMinute } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What operators want to know beside requests. Each event is a line of the log with its name, and counted in the metrics. */
export interface Events {
  /** @param facts addresses and settings that are no secrets */
  start(facts: Record<string, unknown>): void;
  stop(): void;
  /** A command has changed something. The line has no user name. */
  audited(event: AuditEvent): void;
  /** The admin token was read again. */
  reloaded(): void;
  reloadFailed(reason: string): void;
  /** The process is about to end because of an error that nobody expected. */
  crash(error: unknown): void;
  /** Another version of the catalogue is in use, or the first one. */
  switch(catalogue: string): void;
  switchFailed(reason: string): void;
  /** A version that instances share could not be fetched. */
  fetchFailed(catalogue: string, reason: string, retrySeconds: number): void;
  /** A connection was closed; @param limit the one that it exceeds: of all, or of the silent ones of one address */
  connectionDropped(reason: 'all' | 'silent', limit: number): void;
  /** Accounts or catalogue cannot be read or written. */
  storageFailed(error: StorageError | CatalogueError): void;
  /** A peer that is not a trusted proxy forwards addresses; @param peer its address */
  untrustedProxy(peer: string): void;
  /** The clock of the machine was set; @param seconds negative: back */
  clockSet(seconds: number): void;
  /**
   * A request was rejected because too many wrong keys came for its user from its address; tells a lockout that begins from
   * one that lasts.
   * @param seconds for which the pair of user and address is still locked
   */
  lockedOut(user: string, address: string, seconds: number): void;
  /** A request was rejected because the service is overloaded. */
  overloaded(): void;
  /** A search is charged although its client has disconnected. */
  searchCharged(id: string, request: { operation?: string; account?: number }): void;
}

/** Pairs of user and address that are remembered at most; a flood of them is counted less exactly. */
const PAIRS = 10_000;

/** Events that requests would repeat are logged once a minute, or once; all of them are counted. */
export function createEvents(log: Logger, metrics: Metrics): Events {
  /** By pair, when its lockout ends, in milliseconds of a clock that does not go back. */
  const lockedUntil = new Map<string, number>();
  const isNew = onceAMinute();
  let warned = false;
  return {
    start: (facts) => log.info({ event: 'start', ...facts }, 'the service has started'),
    stop: () => log.info({ event: 'stop' }, 'the service stops'),
    audited: ({ id, at, who, what, details }) =>
      log.info({ event: 'audit', audit: id, at, who, what, details }, 'a command has changed something'),
    reloaded: () => log.info({ event: 'reload' }, 'the admin token is read again; other settings need a restart'),
    reloadFailed: (reason) => log.error({ event: 'reload-failed', reason }, 'the admin token before stays valid'),
    crash(error) {
      const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      const [text, where] = [message, stack].map((one) => maskCredentials(operationTable, one));
      log.fatal(
        { event: 'crash', error: name, message: text, stack: where },
        'the service ends: a fault of the program',
      );
    },
    switch(catalogue) {
      metrics.catalogue(catalogue);
      log.info({ event: 'switch', catalogue }, 'this catalogue is in use');
    },
    switchFailed(reason) {
      log.error({ event: 'switch-failed', reason }, 'the catalogue cannot be opened; it is tried again');
    },
    fetchFailed(catalogue, reason, retrySeconds) {
      metrics.count('fetchFailed');
      log.error({ event: 'fetch-failed', catalogue, reason, retrySeconds }, 'this catalogue cannot be fetched');
    },
    searchCharged(id, { operation = 'none', account }) {
      metrics.charged(operation);
      log.info({ event: 'abandoned-search', id, operation, account, charged: true }, 'an abandoned search is charged');
    },
    storageFailed(error) {
      const reason = error instanceof StorageError ? error.reason : 'catalogue';
      metrics.storageFailed(reason);
      if (isNew(error.message)) log.error({ event: 'storage', reason, message: error.message }, 'storage fails');
    },
    clockSet(seconds) {
      metrics.clockSet(seconds);
      const text =
        seconds > 0
          ? 'the clock was set forward, or the machine slept; if it was a mistake, correct it, then run: doctor --repair-clock'
          : 'the clock was set back; consultations keep the latest moment until it has caught up';
      log.warn({ event: 'clock', seconds }, text);
    },
    lockedOut(user, address, seconds) {
      const pair = `${address} ${user.slice(0, 100)}`;
      const now = performance.now();
      if ((lockedUntil.get(pair) ?? 0) > now) return;
      lockedUntil.delete(pair);
      lockedUntil.set(pair, now + seconds * 1_000);
      // A map keeps the order in which its keys were added.
      if (lockedUntil.size > PAIRS) lockedUntil.delete(lockedUntil.keys().next().value as string);
      metrics.count('lockedOut');
      log.warn({ event: 'lock-out', address }, 'too many wrong keys for a user from this address; it is locked out');
    },
    untrustedProxy(peer) {
      if (warned) return;
      warned = true;
      log.warn(
        { event: 'untrusted-proxy', peer },
        'X-Forwarded-For is ignored: if this peer is your proxy, all its clients count as one for the lockout; name it with --trust-proxy',
      );
    },
    overloaded() {
      metrics.count('overloaded');
      if (isNew('overload')) log.warn({ event: 'overload' }, 'more requests than the service can answer in time');
    },
    connectionDropped(reason, limit) {
      metrics.count('connectionDropped');
      if (!isNew(`connections ${reason}`)) return;
      const text =
        reason === 'all'
          ? 'too many connections at once; new ones are closed'
          : 'too many connections of one address that have sent no request; the oldest are closed';
      log.warn({ event: 'connections', reason, limit }, text);
    },
  };
}
