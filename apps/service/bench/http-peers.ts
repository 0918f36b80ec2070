import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningProgram, start, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { GREATEST_BURST } from '../src/accounts/plan.ts';
import { catalogueFile } from '../src/catalogue/files/catalogue-files.ts';
import { switchTo } from '../src/catalogue/files/current-version.ts';
import { dataDirectory, makeDirectories } from '../src/data-directory/data-directory.ts';
import type { AccountStore } from '../src/data-store/account-store.ts';
import { openDataStore } from '../src/data-store/open-data-store.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { syntheticCatalogue, syntheticVins } from './synthetic.ts';

const require = createRequire(import.meta.url);
/** More than a bench uses. */
const UNLIMITED = 100_000_000;
/** Together they may send four times as many requests per second as the service can handle; one account may not. */
const ACCOUNTS = 4;

/** A server under load on a core of its own. */
export interface Peer {
  name: string;
  address: string;
  paths: string[];
  /** Seconds of CPU time that it has used. */
  cpuSeconds(): number;
  stop(): Promise<unknown>;
}

export interface ServicePeer extends Peer {
  /** The data directory. */
  root: string;
}

/** True if the servers share one core and the load comes from others: it needs a second core and `taskset`. */
export const pinned: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Keeps a process and its threads on some cores. */
export function pin(pid: number | undefined, cores: string): void {
  if (pinned) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

const SERVER_CORE = '0';
export const LOAD_CORES: string = `1-${availableParallelism() - 1}`;

/** The least that an HTTP server can do. */
export async function constant(): Promise<Peer> {
  const server = await startServer(join(import.meta.dirname, 'http-constant.ts'));
  return peer('constant node:http', server, server.address, ['/api/?user=u&key=k&vin=WVWZZZ1KZAW000001']);
}

/**
 * The service: authentication, a durable quota, a catalogue of that many patterns, logs and metrics as by default.
 * @param main the program, which takes the arguments of `serve`
 */
export async function service(patterns: number, name = 'service', main: string = MAIN): Promise<ServicePeer> {
  const root = temporaryDirectory();
  const accounts = await prepareAccounts((await openDataStore(root)).accounts);
  const vins = await prepareCatalogue(root, patterns);
  const server = await startServer(main, ['serve', '--port', '0', '--admin-port', '0', '--data-dir', root]);
  return { ...peer(name, server, server.address, pathsOf(accounts, vins)), root };
}

export const MAIN: string = join(import.meta.dirname, '../src/main.ts');

/** Makes a synthetic catalogue of that many patterns current in a data directory; returns VINs of its vehicles. */
export async function prepareCatalogue(root: string, patterns: number): Promise<string[]> {
  const directory = dataDirectory(root);
  const file = await syntheticCatalogue(patterns);
  makeDirectories(directory);
  cpSync(file, catalogueFile(directory, 'synthetic'));
  await switchTo(directory, 'synthetic');
  return syntheticVins(file, 5_000);
}

/** A request for each VIN, by each account in turn. */
export const pathsOf = (accounts: readonly string[], vins: readonly string[]): string[] =>
  vins.map((vin, index) => `/api/?${accounts[index % ACCOUNTS]}&vin=${vin}`);

export async function prism(): Promise<Peer> {
  const port = await freePort();
  const document = require.resolve('@vehicle-lookup/spec/openapi.json');
  const cli = require.resolve('@stoplight/prism-cli/dist/index.js');
  const program = start(cli, ['mock', '-h', '127.0.0.1', '-p', String(port), document]);
  const paths = ['/api/?user=u&key=k&vin=WVWZZZ1KZAW000001'];
  await program.printed('listening');
  return peer('prism mock', program, `http://127.0.0.1:${port}`, paths);
}

function peer(name: string, program: RunningProgram, address: string, paths: string[]): Peer {
  const { child } = program;
  program.discardOutput();
  pin(child.pid, SERVER_CORE);
  return { name, address, paths, cpuSeconds: () => cpuSeconds(child.pid), stop: () => program.stop() };
}

/** @returns the credentials of each account, as part of a query */
export async function prepareAccounts(store: AccountStore): Promise<string[]> {
  await store.prepare();
  const accounts = await store.open();
  try {
    const settings = { limit: UNLIMITED, windowSeconds: 2_592_000, burst: GREATEST_BURST };
    const plan = await accounts.registry.setPlan('bench', settings);
    const credentials: string[] = [];
    for (let number = 1; number <= ACCOUNTS; number++) {
      const { account, key } = await accounts.registry.createAccount(`bench-${number}`, plan.name);
      credentials.push(`user=${account.user}&key=${key.key}`);
    }
    return credentials;
  } finally {
    await accounts.close();
  }
}
