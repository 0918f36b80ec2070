import { join } from 'node:path';
import {
  cleanUpLater,
  type ProgramOptions,
  type ProgramResult,
  run,
  type Server,
  startServer,
} from '@vehicle-lookup/testing';
import type { Accounts } from '../../src/data-store/account-store.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { type Service, type ServiceSettings, startService } from '../../src/http/service.ts';
import { DEMO } from '../../src/import/demo.ts';
import { importCatalogue } from '../../src/import/import.ts';
import type { ImportReport } from '../../src/import/report.ts';
import type { Credentials } from './ask.ts';

/** The directory of this package. */
export const service: string = join(import.meta.dirname, '../..');
export const main: string = join(service, 'src/main.ts');

/** For a service in this process: free ports of this machine, no demonstration, no log. */
export const QUIET: ServiceSettings = {
  port: 0,
  host: '127.0.0.1',
  adminPort: 0,
  adminHost: '127.0.0.1',
  demo: false,
  trustProxy: [],
  corsOrigin: [],
  logLevel: 'silent',
  drainDelay: 0,
};

/** Runs the command line in a process of its own. */
export const runService = (args: string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(main, args, options);

/** A running service. */
export interface RunningService extends Server {
  /** The base URL of /health, /ready and /metrics. */
  admin: string;
  port: number;
}

/** Starts `serve` on a data directory and free ports. */
export async function serve(
  dataDir: string,
  args: string[] = [],
  options: ProgramOptions = {},
): Promise<RunningService> {
  const commandLine = ['serve', '--port', '0', '--admin-port', '0', '--data-dir', dataDir, ...args];
  const server = await startServer(main, commandLine, options);
  return { ...server, admin: server.message.admin ?? '', port: Number(new URL(server.address).port) };
}

/** Starts the service in this process, without a log; it stops at the end of the test or file. */
export async function serveHere(dataDir: string, settings: Partial<ServiceSettings> = {}): Promise<Service> {
  const log = { write: () => undefined, flush: async () => undefined, dropped: () => 0 };
  const service = await startService({ ...QUIET, ...settings }, await openDataStore(dataDir), log);
  cleanUpLater(() => service.stop());
  return service;
}

/** Imports the vehicles of the demonstration as an operator imports a file: the version is not called demonstration. */
export const importVehicles = async (dataDir: string): Promise<ImportReport> =>
  importCatalogue((await openDataStore(dataDir)).catalogues, { file: DEMO });

/** Changes accounts as another process would; a running service sees it. */
export async function withAccounts<T>(dataDir: string, work: (accounts: Accounts) => Promise<T>): Promise<T> {
  const { accounts: store } = await openDataStore(dataDir);
  await store.prepare();
  const accounts = await store.open();
  try {
    return await work(accounts);
  } finally {
    await accounts.close();
  }
}

/** Creates an account; returns its credentials. */
export const createAccount = (dataDir: string, user: string, plan: string): Promise<Credentials> =>
  withAccounts(dataDir, async ({ registry }) => ({ user, key: (await registry.createAccount(user, plan)).key.key }));

/** Creates a plan that limits nothing but what is given. */
export const createPlan = (
  dataDir: string,
  name: string,
  given: { limit?: number; excluded?: string[] } = {},
): Promise<unknown> =>
  withAccounts(dataDir, ({ registry }) =>
    registry.setPlan(name, { limit: 1e9, windowSeconds: 30 * 86_400, burst: 10_000, ...given }),
  );
