import { join } from 'node:path';
import {
  type Postgresql,
  run,
  type Server,
  startPostgresql,
  startServer,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { createPostgresAccounts } from '../../src/data-store/postgres/data-store.ts';
import { DEMO } from '../../src/import/demo.ts';
import type { Credentials } from './ask.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** One of several services that share a database. */
export interface Instance extends Server {
  admin: string;
  port: number;
}

export interface InstanceOptions {
  /** Default: a free one. */
  port?: number;
  args?: readonly string[];
  /** The program. Default: these sources. */
  main?: string;
}

type Engine = Pick<Postgresql, 'url' | 'stop'>;

/** A PostgreSQL with the demonstration catalogue as current version, and what runs on it. */
export interface Instances<E extends Engine = Postgresql> {
  engine: E;
  /** The version that is current at first. */
  version: string;
  /** Starts one more, with a data directory of its own. */
  start(options?: InstanceOptions): Promise<Instance>;
  /** Runs a command with --json; returns what it prints. @throws with its output if it fails */
  command<T>(...args: string[]): Promise<T>;
  /** Imports the demonstration once more and publishes it; returns its version. */
  publish(): Promise<string>;
  /** Creates a plan that limits nothing but what is given, and an account of it. */
  account(user: string, limits?: { limit?: number; excluded?: string[] }): Promise<Credentials>;
}

/**
 * @param settings of postgresql.conf
 * @throws with the output of the command that failed; the engine is stopped then
 */
export const createInstances = async (settings?: Record<string, string>): Promise<Instances> =>
  instancesOn(await startPostgresql(settings));

/** Likewise, on an engine that runs already. */
export async function instancesOn<E extends Engine>(engine: E): Promise<Instances<E>> {
  const [builder, place] = [join(temporaryDirectory(), 'builder'), join(temporaryDirectory(), 'published')];
  const env = { DATABASE_URL: engine.url, VEHICLE_LOOKUP_SERVICE_CATALOGUES: place };

  async function command<T>(...args: string[]): Promise<T> {
    const { code, out, err } = await run(MAIN, [...args, '--data-dir', builder, '--json'], { env });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${err}`);
    return JSON.parse(out);
  }
  async function publish(): Promise<string> {
    await command('import', DEMO);
    return (await command<{ version: string }>('catalogue', 'publish')).version;
  }
  async function prepare(): Promise<string> {
    await command('migrate');
    const version = await publish();
    await command('catalogue', 'switch', version);
    return version;
  }
  // The caller does not have the engine yet, so it could not stop it.
  const version = await prepare().catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  return {
    engine,
    version,
    command,
    publish,
    async start({ port = 0, args = [], main = MAIN } = {}) {
      const data = join(temporaryDirectory(), 'data');
      const commandLine = ['serve', '--port', String(port), '--admin-port', '0', '--data-dir', data, ...args];
      const server = await startServer(main, commandLine, { env });
      return { ...server, admin: server.message.admin ?? '', port: Number(new URL(server.address).port) };
    },
    async account(user, limits = {}) {
      const accounts = await createPostgresAccounts(engine.url).open();
      try {
        const settings = { limit: 1_000_000_000, windowSeconds: 30 * 86_400, burst: 10_000, ...limits };
        await accounts.registry.setPlan(`plan-${user}`, settings);
        return { user, key: (await accounts.registry.createAccount(user, `plan-${user}`)).key.key };
      } finally {
        await accounts.close();
      }
    },
  };
}
