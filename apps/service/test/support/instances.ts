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

/** An instance of the service that shares a database with other instances. */
export interface Instance extends Server {
  admin: string;
  port: number;
}

export interface InstanceOptions {
  /** The port. Default: an available port. */
  port?: number;
  args?: readonly string[];
  /** The program to run. Default: the sources in this repository. */
  main?: string;
}

type Engine = Pick<Postgresql, 'url' | 'stop'>;

/** A PostgreSQL server with the demonstration catalogue as the current version, and functions for instances and commands. */
export interface Instances<E extends Engine = Postgresql> {
  engine: E;
  /** The version that is current initially. */
  version: string;
  /** Starts an instance with its own data directory. */
  start(options?: InstanceOptions): Promise<Instance>;
  /** Runs a command with --json and returns its output. @throws with its output if the command fails */
  command<T>(...args: string[]): Promise<T>;
  /** Imports the demonstration catalogue again, publishes it, and returns its version. */
  publish(): Promise<string>;
  /** Creates a plan with only the given limits, and an account with this plan. */
  account(user: string, limits?: { limit?: number; excluded?: string[] }): Promise<Credentials>;
}

/**
 * @param settings of postgresql.conf
 * @throws with the output of the command that failed, after stopping PostgreSQL
 */
export const createInstances = async (settings?: Record<string, string>): Promise<Instances> =>
  instancesOn(await startPostgresql(settings));

/** Prepares instances on a PostgreSQL server that is already running. */
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
  // The caller cannot stop PostgreSQL, because it has not received the server yet.
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
