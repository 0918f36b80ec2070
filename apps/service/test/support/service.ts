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

/** Settings for a service in this process: available ports, no demonstration catalogue and no log. */
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

/** Runs the command line in its own process. */
export const runService = (args: string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(main, args, options);

/** A running service. */
export interface RunningService extends Server {
  /** The base URL of /health, /ready and /metrics. */
  admin: string;
  port: number;
}

/** Starts `serve` with a data directory on available ports. */
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

/** Imports the demonstration vehicles like an operator's file, so that the version name does not begin with demonstration. */
export const importVehicles = async (dataDir: string): Promise<ImportReport> =>
  importCatalogue((await openDataStore(dataDir)).catalogues, { file: DEMO });

/** Calls `work` with the accounts of a data directory, as a separate process would use them. */
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

/** Creates an account and returns its credentials. */
export const createAccount = (dataDir: string, user: string, plan: string): Promise<Credentials> =>
  withAccounts(dataDir, async ({ registry }) => ({ user, key: (await registry.createAccount(user, plan)).key.key }));

/** Creates a plan with only the given limits. */
export const createPlan = (
  dataDir: string,
  name: string,
  given: { limit?: number; excluded?: string[] } = {},
): Promise<unknown> =>
  withAccounts(dataDir, ({ registry }) =>
    registry.setPlan(name, { limit: 1e9, windowSeconds: 30 * 86_400, burst: 10_000, ...given }),
  );
