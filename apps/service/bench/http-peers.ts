import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { GREATEST_BURST } from '../src/accounts/accounts.ts';
import { openAccounts } from '../src/accounts/open.ts';
import { catalogueFile } from '../src/catalogue/catalogue-file.ts';
import { switchTo } from '../src/catalogue/switch.ts';
import { dataFolder } from '../src/data-folder.ts';
import { syntheticCatalogue, syntheticVins } from './synthetic.ts';

const require = createRequire(import.meta.url);
/** Enough never to end in a bench. */
const UNLIMITED = 100_000_000;
/** Together they may ask four times as often in a second as the service can answer: no plan allows one of them so much. */
const ACCOUNTS = 4;

/** How long `prism mock` may take to start. */
const PRISM_MS = 60_000;

/** A server under load, alone on its core. */
export interface Peer {
  name: string;
  address: string;
  paths: string[];
  /** Seconds of CPU time that it has used. */
  cpuSeconds(): number;
  stop(): void;
}

/** The servers share one core, and the load comes from the others, where the machine has some and `taskset`. */
export const pinned: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Keeps a process, and what it starts, on some cores. */
export function pin(pid: number | undefined, cores: string): void {
  if (pinned) spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

export const SERVER_CORE = '0';
export const LOAD_CORES: string = `1-${availableParallelism() - 1}`;

export async function constant(): Promise<Peer> {
  const child = start(join(import.meta.dirname, 'http-constant.ts'), []);
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  return peer('constant node:http', child, ready, ['/api/?user=u&key=k&vin=WVWZZZ1KZAW000001'], () => child.kill());
}

/** The service: authentication, a durable quota, a catalogue of that many patterns, logs and metrics as by default. */
export async function service(patterns: number): Promise<Peer> {
  const root = mkdtempSync(join(tmpdir(), 'vehicle-lookup-bench-http-'));
  const folder = dataFolder(root);
  const accounts = await prepareAccounts(root);
  const file = await syntheticCatalogue(patterns);
  mkdirSync(folder.catalogues, { recursive: true });
  cpSync(file, catalogueFile(folder, 'synthetic'));
  await switchTo(folder, 'synthetic');
  const vins = syntheticVins(file, 5_000);
  const main = join(import.meta.dirname, '../src/main.ts');
  const child = start(main, ['serve', '--port', '0', '--admin-port', '0', '--data-dir', root]);
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  const paths = vins.map((vin, index) => `/api/?${accounts[index % ACCOUNTS]}&vin=${vin}`);
  return peer('service', child, ready, paths, () => {
    child.once('exit', () => rmSync(root, { recursive: true, force: true }));
    child.kill();
  });
}

export async function prism(): Promise<Peer> {
  const port = await freePort();
  const document = require.resolve('@vehicle-lookup/spec/openapi.json');
  const cli = require.resolve('@stoplight/prism-cli/dist/index.js');
  const child = start(cli, ['mock', '-h', '127.0.0.1', '-p', String(port), document]);
  const address = `http://127.0.0.1:${port}`;
  const paths = ['/api/?user=u&key=k&vin=WVWZZZ1KZAW000001'];
  const late = performance.now() + PRISM_MS;
  while (!(await answers(address + paths[0]))) {
    if (performance.now() > late) throw new Error(`prism mock does not answer after ${PRISM_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return peer('prism mock', child, address, paths, () => child.kill());
}

function start(module: string, args: string[]): ChildProcess {
  const child = fork(module, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  pin(child.pid, SERVER_CORE);
  return child;
}

function peer(name: string, child: ChildProcess, address: string, paths: string[], stop: () => void): Peer {
  pin(child.pid, SERVER_CORE); // again: its threads are there now
  return { name, address, paths, cpuSeconds: () => cpuSeconds(child.pid), stop };
}

/** proc(5): user and system time in ticks of a hundredth of a second; NaN on systems without /proc. */
function cpuSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** @returns the credentials of each account, as they stand in a query */
async function prepareAccounts(root: string): Promise<string[]> {
  const accounts = await openAccounts(dataFolder(root), { prepare: true });
  try {
    const plan = { name: 'bench', limit: UNLIMITED, windowSeconds: 2_592_000, burst: GREATEST_BURST, excluded: [] };
    await accounts.registry.setPlan(plan.name, () => plan);
    const credentials: string[] = [];
    for (let number = 1; number <= ACCOUNTS; number++) {
      const { account, key } = await accounts.registry.createAccount(`bench-${number}`, plan.name);
      credentials.push(`user=${account.user}&key=${key.key}`);
    }
    return credentials;
  } finally {
    accounts.close();
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
