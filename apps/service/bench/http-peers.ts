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
/** More consultations than a benchmark uses. */
const UNLIMITED = 100_000_000;
/** The number of accounts. Together, they may send four times as many requests per second as the service can handle. */
const ACCOUNTS = 4;

/** A server under load, which runs on its own core. */
export interface Peer {
  name: string;
  address: string;
  paths: string[];
  /** Returns the seconds of CPU time that the server has used. */
  cpuSeconds(): number;
  stop(): Promise<unknown>;
}

export interface ServicePeer extends Peer {
  /** The data directory. */
  root: string;
}

/** Whether the servers run on one core and the load generator on other cores, which requires a second core and `taskset`. */
export const pinned: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Restricts a process and its threads to specific cores. */
export function pin(pid: number | undefined, cores: string): void {
  if (pinned) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

const SERVER_CORE = '0';
export const LOAD_CORES: string = `1-${availableParallelism() - 1}`;

/** Starts the minimal HTTP server. */
export async function constant(): Promise<Peer> {
  const server = await startServer(join(import.meta.dirname, 'http-constant.ts'));
  return peer('constant node:http', server, server.address, ['/api/?user=u&key=k&vin=WVWZZZ1KZAW000001']);
}

/**
 * Starts the service with accounts, a durable quota, a catalogue of `patterns` patterns, and default logs and metrics.
 * @param main the program, which accepts the arguments of `serve`
 */
export async function service(patterns: number, name = 'service', main: string = MAIN): Promise<ServicePeer> {
  const root = temporaryDirectory();
  const accounts = await prepareAccounts((await openDataStore(root)).accounts);
  const vins = await prepareCatalogue(root, patterns);
  const server = await startServer(main, ['serve', '--port', '0', '--admin-port', '0', '--data-dir', root]);
  return { ...peer(name, server, server.address, pathsOf(accounts, vins)), root };
}

export const MAIN: string = join(import.meta.dirname, '../src/main.ts');

/** Creates a synthetic catalogue in a data directory, makes it current, and returns VINs of its vehicles. */
export async function prepareCatalogue(root: string, patterns: number): Promise<string[]> {
  const directory = dataDirectory(root);
  const file = await syntheticCatalogue(patterns);
  makeDirectories(directory);
  cpSync(file, catalogueFile(directory, 'synthetic'));
  await switchTo(directory, 'synthetic');
  return syntheticVins(file, 5_000);
}

/** Returns a request path for each VIN. The requests use the accounts in round-robin order. */
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

/** Creates the accounts. @returns the credentials of each account as query parameters */
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
