import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { openAccounts } from '../accounts/open.ts';
import { openCatalogueSource } from '../catalogue/source.ts';
import { currentVersion } from '../catalogue/switch.ts';
import type { ServeConfig } from '../config.ts';
import type { DataFolder } from '../data-folder.ts';
import { explain } from '../explain.ts';
import { importDemo } from '../import/demo.ts';
import { createLog, type LogFile } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createTracing } from '../observability/tracing.ts';
import { createMemoryBurst } from '../quota/memory-burst.ts';
import { UserError } from '../user-error.ts';
import { createAdmin } from './admin.ts';
import { createApp } from './app.ts';
import { stopServer } from './stop.ts';

/** A running service. */
export interface Service {
  /** Its base address, without a slash at the end. */
  address: string;
  /** That of /health, /ready and /metrics. */
  admin: string;
  /** The version of the catalogue that answered at the start; undefined: there is none. */
  catalogue: string | undefined;
  /** Whether anybody can ask. */
  hasAccounts: boolean;
  /** Lets answers in flight end, then closes everything; takes less than ten seconds. */
  stop(): Promise<void>;
}

const ADMIN_HOST = '127.0.0.1';

/**
 * Starts the service on a data folder, and prepares the folder where it is empty.
 * @throws UserError when a port is taken, or the folder cannot be used; nothing stays open
 */
export async function startService(config: ServeConfig, folder: DataFolder, logFile: LogFile): Promise<Service> {
  const closers: (() => void | Promise<void>)[] = [() => logFile.flush()];
  let stopping: Promise<void> | undefined;
  const closeAll = async () => {
    const errors: unknown[] = [];
    for (const close of closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };
  const stop = () => {
    stopping ??= closeAll();
    return stopping;
  };
  try {
    const log = createLog(config.logLevel, logFile);
    const tracing = await createTracing(process.env, log);
    if (tracing) closers.push(() => tracing.close());
    const accounts = await openAccounts(folder, { prepare: true });
    closers.push(() => accounts.close());
    const catalogue = (await currentVersion(folder)) ?? (config.demo ? await importDemo(folder) : undefined);
    const catalogues = await openCatalogueSource(folder);
    closers.push(() => catalogues.close());
    await catalogues.use(async () => {}).catch((error: unknown) => log.error(explain(error)));

    const metrics = createMetrics(true, () => logFile.dropped());
    const { authenticator, quota } = accounts;
    const stores = { catalogues, authenticator, quota, burst: createMemoryBurst() };
    const app = await createApp(stores, { log, metrics, tracing }, config);
    const admin = createAdmin({
      catalogues,
      metrics,
      accountsAnswer: async () => accounts.ping(),
      stopping: () => stopping !== undefined,
    });
    // The admin port is closed last: it says until the end that the service is going down.
    closers.push(() => stopServer(admin, 0));
    const adminAddress = await listen(admin, ADMIN_HOST, config.adminPort, '--admin-port');
    closers.push(() => stopServer(app));
    const address = await listen(app, config.host, config.port, '--port');
    const hasAccounts = (await accounts.registry.accounts()).length > 0;
    return { address, admin: adminAddress, catalogue, hasAccounts, stop };
  } catch (error) {
    await closeAll().catch(() => undefined);
    throw error;
  }
}

async function listen(app: FastifyInstance, host: string, port: number, flag: string): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new UserError(whyNot(error as NodeJS.ErrnoException, host, port, flag));
  }
  const { port: taken } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number, flag: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} on ${host} is taken; choose another with ${flag}, or ${flag} 0 for a free one`;
  if (code === 'EACCES')
    return `port ${port} on ${host} may not be used by this account; choose one above 1023 with ${flag}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is no address of this machine; choose one with --host`;
  return message;
}
