import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a command ended, and what it said. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Given to the command on its standard input. */
  input?: string;
  /** After so many milliseconds the command is ended; 60 000 unless told. */
  timeout?: number;
}

/** Runs a module on Node.js, as a user does: nothing of the tests' own surroundings reaches it. */
export const run = (module: string, args: string[] = [], options: RunOptions = {}): Promise<Outcome> =>
  finish(process.execPath, [module, ...args], options);

/** Runs a command line. */
export const runShell = (line: string, options: RunOptions = {}): Promise<Outcome> =>
  finish(line, [], { ...options, shell: true });

async function finish(command: string, args: string[], options: RunOptions & SpawnOptions): Promise<Outcome> {
  const { env = {}, input = '', timeout = 60_000, ...rest } = options;
  const child = spawn(command, args, { ...rest, env: { ...surroundings(), ...env }, timeout });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin?.on('error', () => undefined); // it may end without reading
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** The environment without what vitest adds and without what this project reads. */
export function surroundings(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|VEHICLE_LOOKUP_|NODE_OPTIONS|NODE_ENV)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
