import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterwards } from './support.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

/** Starts the bin as a process of its own. */
export function start(args: string[], input?: string): { child: ChildProcess; ended: Promise<Ended> } {
  return run(process.execPath, [MAIN, ...args], input);
}

/** The same in a shell, behind a command that limits it, such as `ulimit`. */
export function startBehind(limit: string, args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  return run('/bin/sh', ['-c', `${limit}; exec "$@"`, 'sh', process.execPath, MAIN, ...args]);
}

function run(program: string, args: string[], input = ''): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  afterwards(() => child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (texts.err += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...texts }));
  return { child, ended };
}
