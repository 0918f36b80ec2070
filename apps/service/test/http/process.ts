import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '../../src/accounts/open.ts';
import { dataFolder } from '../../src/data-folder.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

export interface Served {
  child: ChildProcess;
  address: string;
  admin: string;
  port: number;
  /** Everything that it wrote so far. */
  said(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'vehicle-lookup-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs the command line; the exit code and what it wrote. */
export async function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; said: string }> {
  const { child, said } = begin(args, env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said() };
}

/** A real process that serves a data folder on free ports. */
export async function serve(folder: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const { child, said } = begin(['serve', '--port', '0', '--admin-port', '0', '--data-dir', folder, ...args], env);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const ready = once(child, 'message') as Promise<[{ ready: string; admin: string }]>;
  const [message] = await Promise.race([ready, closed]);
  if (message === null || typeof message !== 'object') throw new Error(`it ended with ${message}: ${said()}`);
  const { ready: address, admin } = message;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return (await closed)[0];
  };
  return { child, address, admin, port: Number(new URL(address).port), said, stop };
}

function begin(args: string[], env: NodeJS.ProcessEnv) {
  const child = fork(MAIN, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...process.env, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  return { child, said: () => text };
}

/** Changes accounts as another process would. */
export async function withAccounts<T>(folder: string, work: (accounts: Accounts) => Promise<T>): Promise<T> {
  const accounts = await openAccounts(dataFolder(folder), { prepare: true });
  try {
    return await work(accounts);
  } finally {
    accounts.close();
  }
}
