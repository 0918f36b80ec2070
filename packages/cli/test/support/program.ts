import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const BIN: string = join(import.meta.dirname, '../../bin/vehicle-lookup.js');

/** How a command ended, and what it said. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

export interface Surroundings {
  env?: Record<string, string>;
  /** Given on standard input, which is then at its end. */
  input?: string;
  /** Largest file that it may write, in KiB: how a full disk looks, without one. */
  fileLimit?: number;
  /** A shell's text behind the command, as in `| head -1`. */
  behind?: string;
}

/** A command that runs. */
export interface Running {
  child: ChildProcess;
  /** What it has said so far. */
  said(): { out: string; err: string };
  ended: Promise<Outcome>;
}

/** An account at a service. */
export const at = (baseUrl: string, key = 'demo-key'): Record<string, string> => ({
  VEHICLE_LOOKUP_BASE_URL: baseUrl,
  VEHICLE_LOOKUP_USER: 'demo',
  VEHICLE_LOOKUP_KEY: key,
});

/** Runs the bin to its end, as a user does. */
export const run = (args: string[], surroundings: Surroundings = {}): Promise<Outcome> =>
  start(args, surroundings).ended;

/** Starts the bin; at the end of the test it is gone. */
export function start(args: string[], { env = {}, input, fileLimit, behind }: Surroundings = {}): Running {
  const command = [process.execPath, BIN, ...args];
  const script = `${fileLimit ? `ulimit -f ${fileLimit}; ` : ''}${behind ? `set -o pipefail; "$@" ${behind}` : 'exec "$@"'}`;
  const [program = '', ...words] = fileLimit || behind ? ['bash', '--norc', '-c', script, 'bash', ...command] : command;
  const child = spawn(program, words, { env: { PATH: process.env.PATH ?? '', ...env } });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  child.stdin.on('error', () => undefined); // it may end without reading
  if (input !== undefined) child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, said: () => ({ out, err }), ended };
}
