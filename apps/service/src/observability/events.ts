import type { CatalogueError } from '../catalogue/catalogue-error.ts';
import { StorageError } from '../database/storage-error.ts';
import type { Logger } from './log.ts';
import { onceAMinute } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What operators want to know beside requests. Each event is a line of the log with its name, and counted in the metrics. */
export interface Events {
  /** @param facts addresses and settings that are no secrets */
  start(facts: Record<string, unknown>): void;
  stop(): void;
  /** Another version of the catalogue is in use, or the first one. */
  switch(catalogue: string): void;
  switchFailed(reason: string): void;
  connectionDropped(limit: number): void;
  /** Accounts or catalogue cannot be read or written. */
  storageFailed(error: StorageError | CatalogueError): void;
  /** A peer that is not a trusted proxy forwards addresses; @param peer its address */
  untrustedProxy(peer: string): void;
  /** The clock of the machine was set; @param seconds negative: back */
  clockSet(seconds: number): void;
  /** Too many wrong keys came for a user from an address. */
  lockedOut(address: string): void;
  /** A search is charged although its client has disconnected. */
  searchCharged(id: string, request: { operation?: string; account?: number }): void;
}

export function createEvents(log: Logger, metrics: Metrics): Events {
  const isNew = onceAMinute();
  let warned = false;
  return {
    start: (facts) => log.info({ event: 'start', ...facts }, 'the service has started'),
    stop: () => log.info({ event: 'stop' }, 'the service stops'),
    switch(catalogue) {
      metrics.catalogue(catalogue);
      log.info({ event: 'switch', catalogue }, 'this catalogue is in use');
    },
    switchFailed(reason) {
      log.error({ event: 'switch-failed', reason }, 'the catalogue cannot be opened; it is tried again');
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
    lockedOut(address) {
      metrics.lockedOut();
      log.warn({ event: 'lock-out', address }, 'too many wrong keys for a user from this address; it is locked out');
    },
    untrustedProxy(peer) {
      if (warned) return;
      warned = true;
      log.warn(
        { event: 'untrusted-proxy', peer },
        'X-Forwarded-For is ignored: if this peer is your proxy, all its clients count as one for the lock-out; name it with --trust-proxy',
      );
    },
    connectionDropped(limit) {
      metrics.connectionDropped();
      if (!isNew('connections')) return;
      log.warn({ event: 'connections', limit }, 'too many connections at once; new ones are closed');
    },
  };
}
