import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const service: string = join(import.meta.dirname, '../../..');
export const main: string = join(service, 'src/main.ts');

/** How a command ended, and what it said. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Largest file that it may write, in KiB: how a full disk looks, without one. */
  fileLimit?: number;
}

/** Runs the bin's code to its end, as a user does. */
export async function run(args: string[], { env = {}, cwd, fileLimit }: RunOptions = {}): Promise<Outcome> {
  const command = [process.execPath, main, ...args];
  const limited = ['bash', '-c', `ulimit -f ${fileLimit}; exec "$@"`, 'bash', ...command];
  const [program = '', ...words] = fileLimit === undefined ? command : limited;
  const child = spawn(program, words, { cwd, env: surroundings(env) });
  const said = listen(child);
  const [code] = await once(child, 'close');
  return { code, ...said() };
}

/** A service that runs. */
export interface Running {
  /** Base addresses. */
  address: string;
  admin: string;
  child: ChildProcess;
  output(): string;
  /** Ends it as an operator does; gives the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power failure does. */
  kill(): Promise<void>;
}

/**
 * Starts `serve` on a data folder and free ports; at the end of the test it is gone.
 * @throws with what it said when it ends instead
 */
export async function serve(dataDir: string, args: string[] = [], options: RunOptions = {}): Promise<Running> {
  const words = ['serve', '--port', '0', '--admin-port', '0', '--data-dir', dataDir, ...args];
  const limit = options.fileLimit === undefined ? [] : ['-c', `ulimit -f ${options.fileLimit}; exec "$@"`, 'bash'];
  const child = fork(main, words, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: surroundings(options.env ?? {}),
    execArgv: [],
    ...(limit.length === 0 ? {} : { execPath: '/bin/bash', execArgv: [...limit, process.execPath] }),
  });
  const said = listen(child);
  const output = () => said().out + said().err;
  const closed = once(child, 'close') as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const ended = closed.then(() => Promise.reject(new Error(`serve ended: ${output()}`)));
  ended.catch(() => undefined);
  const [{ ready, admin }] = (await Promise.race([once(child, 'message'), ended])) as [
    { ready: string; admin: string },
  ];
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await closed;
    return code;
  };
  return {
    address: ready,
    admin,
    child,
    output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL').then(() => undefined),
  };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-ops-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an account and gives its credentials. */
export async function createAccount(
  dataDir: string,
  user: string,
  plan: string,
): Promise<{ user: string; key: string }> {
  const { code, out, err } = await run([
    'account',
    'create',
    '--user',
    user,
    '--plan',
    plan,
    '--json',
    '--data-dir',
    dataDir,
  ]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

function listen(child: ChildProcess): () => { out: string; err: string } {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  return () => ({ out, err });
}

/** The environment without what vitest adds and without what the service reads. */
function surroundings(more: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|VEHICLE_LOOKUP_|OTEL_|NODE_OPTIONS|NODE_ENV|NODE_CHANNEL)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...more };
}
