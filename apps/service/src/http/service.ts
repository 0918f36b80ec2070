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
  /** File with the token of the admin port; required beyond loopback. */
  adminTokenFile?: string | undefined;
  /** Serve the demonstration catalogue; an empty data directory gets it. */
  demo: boolean;
  /** Counts the consultations of each account in the metrics. */
  accountMetrics?: boolean | undefined;
  logLevel: Level;
  /** Seconds between the end of readiness and the end of listening. */
  drainDelay: number;
}

export interface Service {
  /** Its base URL, without a slash at the end. */
  address: string;
  /** The base URL of /health, /ready and /metrics. */
  admin: string;
  /** The version of the catalogue at the start; undefined: there is none, or it cannot be read. */
  catalogue: string | undefined;
  /** Why there is no catalogue, and the next step. */
  noCatalogue: string | undefined;
  hasAccounts: boolean;
  /** Reads the admin token again; if its file is wrong, the token before stays. */
  reload(): void;
  /** Lets responses under way end, then closes everything; takes less than ten seconds. */
  stop(): Promise<void>;
}

/** How long a request waits while another process keeps the accounts locked; commands need milliseconds. */
const LOCK_WAIT_MS = 500;
/** Enough for an operator's programs; it protects the descriptors of the service. */
const ADMIN_CONNECTIONS = 32;
/** Time for responses under way; with what follows (spans, log), stopping takes less than ten seconds. */
const GRACE_MS = 7_000;

/**
 * Starts the service on its stores, and prepares them if they are empty.
 * @throws UserError if a port is taken or the stores cannot be used; nothing stays open
 */
export async function startService(settings: ServiceSettings, store: DataStore, logFile: LogFile): Promise<Service> {
  const opened = new AsyncDisposableStack();
  opened.defer(() => logFile.flush());
  // From here on: migrations, and the fetch of a catalogue, may take longer than WatchdogSec.
  let isAlive = () => true;
  opened.defer(notifySupervisor(() => isAlive()));
  let stopping: Promise<void> | undefined;
  // Load balancers see that it is not ready before connections are rejected.
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
    // The admin port closes last among the servers: until then it says that the service is stopping.
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

/** Notices in the time after which systemd takes the service for dead. */
const NOTICES = 3;

/**
 * Tells systemd that the service works, if its unit has WatchdogSec. A process whose event loop stands still says nothing,
 * and systemd starts it again.
 * @returns a function that ends the notices
 */
function notifySupervisor(isAlive: () => boolean): () => void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  if (!NOTIFY_SOCKET || !(Number(WATCHDOG_USEC) > 0)) return () => undefined;
  // Node.js cannot write to the socket itself, which takes datagrams.
  const notify = () => isAlive() && execFile('systemd-notify', ['WATCHDOG=1'], () => undefined);
  notify();
  const timer = setInterval(notify, Number(WATCHDOG_USEC) / 1_000 / NOTICES).unref();
  return () => clearInterval(timer);
}
