import { execFile } from 'node:child_process';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import { closeServer, listen, whyNotListening } from '@vehicle-lookup/toolkit/http';
import type { DataStore } from '../data-store/data-store.ts';
import { StorageError } from '../database/storage-error.ts';
import { importDemo } from '../import/demo.ts';
import { watchClock } from '../observability/clock.ts';
import { createReport, errorFacts, reportStorage } from '../observability/events.ts';
import { createLog, type Level, type LogFile } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createTracing } from '../observability/tracing.ts';
import { createAdmin, readAdminToken, watchStores } from './admin.ts';
import { type AppOptions, createApp } from './app.ts';
import { connectionLimit, limitConnections } from './connection-limit.ts';

export interface ServiceSettings
  extends Pick<AppOptions, 'trustProxy' | 'corsOrigin' | 'addressLimit' | 'overloadLimit'> {
  port: number;
  host: string;
  adminPort: number;
  adminHost: string;
  /** File with the token of the admin port; required for a non-loopback address. */
  adminTokenFile?: string | undefined;
  /** Serves the demonstration catalogue, which is first loaded if the data directory is empty. */
  demo: boolean;
  /** Counts the consultations of each account in the metrics. */
  accountMetrics?: boolean | undefined;
  logLevel: Level;
  /** Seconds between the first 503 from /ready and the rejection of new connections. */
  drainDelay: number;
}

export interface Service {
  /** Base URL of the service, without a trailing slash. */
  address: string;
  /** Base URL of /health, /ready and /metrics. */
  admin: string;
  /** Catalogue version at the start; undefined if the catalogue is missing or cannot be read. */
  catalogue: string | undefined;
  /** Reason why the catalogue is unavailable, and the next step. */
  noCatalogue: string | undefined;
  hasAccounts: boolean;
  /** Reloads the admin token; if the file is invalid, the previous token remains valid. */
  reload(): void;
  /** Lets pending responses complete, and then closes everything; takes less than ten seconds after the drain delay. */
  stop(): Promise<void>;
}

/** Milliseconds that a request waits while another process locks the accounts; commands lock them for milliseconds. */
const LOCK_WAIT_MS = 500;
/** Maximum number of connections to the admin port; the limit protects the service's descriptors. */
const ADMIN_CONNECTIONS = 32;
/** Milliseconds for pending responses; including the remaining spans and log lines, stopping takes less than ten seconds. */
const GRACE_MS = 7_000;

/**
 * Starts the service, and prepares its stores if they are empty.
 * @throws UserError if a port is in use or a store cannot be used; all resources are closed
 */
export async function startService(settings: ServiceSettings, store: DataStore, logFile: LogFile): Promise<Service> {
  const opened = new AsyncDisposableStack();
  opened.defer(() => logFile.flush());
  // Watchdog notices start here, because migrations and the fetch of a catalogue may take longer than WatchdogSec.
  let isAlive = () => true;
  opened.defer(notifySupervisor(() => isAlive()));
  let stopping: Promise<void> | undefined;
  // Load balancers detect that the service is not ready before it rejects connections.
  const drain = async () => {
    if (isServing) await wait(settings.drainDelay * 1000);
    await opened.disposeAsync();
  };
  let isServing = false;
  const stop = () => {
    stopping ??= drain();
    return stopping;
  };
  try {
    const log = createLog(settings.logLevel, logFile);
    const tracing = await createTracing(process.env, log);
    if (tracing) opened.defer(() => tracing.close());
    await store.accounts.prepare();
    const { accountMetrics: byAccount } = settings;
    const metrics = createMetrics({ ofProcess: true, byAccount, linesDropped: logFile.dropped });
    const accounts = await store.accounts.open({ lockWaitMs: LOCK_WAIT_MS, onCall: metrics.databaseCalled });
    opened.defer(() => accounts.close());
    const hasAccounts = (await accounts.registry.accounts()).length > 0;
    if (settings.demo) await importDemo(store.catalogues, hasAccounts);
    metrics.engine(accounts.engine);
    const report = createReport(log, metrics);
    const onCrash = (error: unknown) => report('crash', errorFacts(error));
    process.on('uncaughtExceptionMonitor', onCrash);
    opened.defer(() => void process.off('uncaughtExceptionMonitor', onCrash));
    const onStorageError = (error: StorageError) => reportStorage({ report, metrics }, error);
    const onDrop = (reason: string, limit: number) => report('connections', { reason, limit }, reason);
    if (!accounts.isAlone) report('second-service');
    const catalogues = await store.catalogues.openSource({
      withoutDemonstration: !settings.demo,
      onSwitch(version) {
        metrics.catalogue(version);
        report('switch', { catalogue: version });
      },
      onFailure: (error) =>
        error instanceof StorageError ? onStorageError(error) : report('switch-failed', { reason: explain(error) }),
      onFetchFailure: (catalogue, reason, retrySeconds) => report('fetch-failed', { catalogue, reason, retrySeconds }),
      onPending: metrics.pending,
    });
    opened.defer(() => catalogues.close());
    const stores = watchStores(catalogues, accounts, onStorageError);
    opened.defer(stores.stop);
    isAlive = stores.isAlive;
    const { version: catalogue, reason: noCatalogue } = await stores.status();
    opened.defer(watchClock((seconds) => report('clock', { seconds })));

    const { admit, quota } = accounts;
    const isStopping = () => stopping !== undefined;
    const observers = { log, metrics, report, tracing };
    const accountNumber = async (user: string) => (await accounts.registry.account(user)).id;
    const app = createApp({ catalogues, admit, quota }, observers, { ...settings, isStopping, accountNumber });
    await metrics.backups(async () => (await accounts.audit.latest('backup'))?.at);
    let isAllowed = readAdminToken(settings.adminTokenFile);
    const operators = createAdmin({ metrics, stores, isStopping, isAllowed: (header) => isAllowed(header) });
    limitConnections(operators, { limit: ADMIN_CONNECTIONS, trustProxy: [], onDrop });
    const admin = await listenAt(operators, settings.adminHost, settings.adminPort, '--admin-port');
    // The admin port closes after the API port, so that it can report that the service is stopping.
    opened.defer(() => closeServer(operators));
    const limit = connectionLimit();
    if (limit !== undefined) limitConnections(app, { limit, trustProxy: settings.trustProxy ?? [], onDrop });
    opened.defer(() => closeServer(app, GRACE_MS));
    const address = await listenAt(app, settings.host, settings.port, '--port');
    isServing = true;
    opened.defer(() => report('stop'));
    report('start', { address, admin, catalogue, pid: process.pid, node: process.version });
    const reload = () => {
      try {
        isAllowed = readAdminToken(settings.adminTokenFile);
        report('reload');
      } catch (error) {
        report('reload-failed', { reason: explain(error) });
      }
    };
    return { address, admin, catalogue, noCatalogue, hasAccounts, reload, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function listenAt(server: Server, host: string, port: number, flag: string): Promise<string> {
  try {
    return await listen(server, { host, port });
  } catch (error) {
    throw new UserError(whyNotListening(error, { host, port }, flag));
  }
}

/** Number of notices within the watchdog timeout of systemd. */
const NOTICES = 3;

/**
 * Notifies the systemd watchdog that the service works, if its unit has WatchdogSec. If the event loop is blocked, the notices
 * stop, and systemd restarts the service.
 * @returns a function that stops the notices
 */
function notifySupervisor(isAlive: () => boolean): () => void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  if (!NOTIFY_SOCKET || !(Number(WATCHDOG_USEC) > 0)) return () => undefined;
  // Node.js cannot write to the socket itself, because the socket receives datagrams.
  const notify = () => isAlive() && execFile('systemd-notify', ['WATCHDOG=1'], () => undefined);
  notify();
  const timer = setInterval(notify, Number(WATCHDOG_USEC) / 1_000 / NOTICES).unref();
  return () => clearInterval(timer);
}
