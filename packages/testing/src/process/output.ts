import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a program has printed so far. */
export interface ProgramOutput {
  /** Standard output. */
  out: string;
  /** Standard error. */
  err: string;
  /** Both, in the order in which they came. */
  all: string;
}

/** Collects what a child process prints. `discard` forgets it and everything that follows. */
export function collectOutput(child: ChildProcess): { output: ProgramOutput; discard(): void } {
  const output: ProgramOutput = { out: '', err: '', all: '' };
  let collects = true;
  const collect = (stream: 'out' | 'err') => (text: string) => {
    if (!collects) return;
    output[stream] += text;
    output.all += text;
  };
  child.stdout?.setEncoding('utf8').on('data', collect('out'));
  child.stderr?.setEncoding('utf8').on('data', collect('err'));
  const discard = () => {
    collects = false;
    Object.assign(output, { out: '', err: '', all: '' });
  };
  return { output, discard };
}

/**
 * Waits until the output contains a text.
 * @param ended resolves or rejects once there is no more output
 */
export function waitForOutput(
  child: ChildProcess,
  output: ProgramOutput,
  ended: Promise<unknown>,
  pattern: string | RegExp,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isThere = () => (typeof pattern === 'string' ? output.all.includes(pattern) : pattern.test(output.all));
    const streams = [child.stdout, child.stderr];
    const check = () => {
      if (!isThere()) return;
      for (const stream of streams) stream?.off('data', check);
      resolve();
    };
    const fail = () => reject(new Error(`ended before it printed ${pattern}; it printed:\n${output.all}`));
    for (const stream of streams) stream?.on('data', check);
    ended.then(fail, reject);
    check();
  });
}

/** Waits for the end of a child process and of its output. `close` would say so, but is not sent after `disconnect()`. */
export async function waitForEnd(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const [[code, signal]] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals]>,
    ...streams.map((stream) => once(stream, 'close')),
  ]);
  return code ?? signal;
}
