import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { surroundings } from './run.ts';

/** A server that was started as a child process. */
export interface Part {
  /** Its base address. */
  address: string;
  /** What it has said so far. */
  output(): string;
  stop(): Promise<void>;
}

export const MOCK = 'apps/mock/bin/vehicle-lookup-mock.js';
export const DOCS = 'apps/docs/src/serve.ts';

/**
 * Starts a server of a repository on a free port.
 * @throws with what it said when it ends instead
 */
export async function startPart(repository: string, module: string, args: string[] = []): Promise<Part> {
  const child = fork(join(repository, module), ['--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: surroundings(),
    execArgv: [],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    child.kill('SIGTERM');
    await gone;
  };
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`${module} ended: ${said}`)));
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: string }];
  return { address: message.ready, output: () => said, stop };
}

/** Starts one, and takes it down when what needs it is done. */
export async function withPart<T>(part: Promise<Part>, use: (part: Part) => Promise<T>): Promise<T> {
  const running = await part;
  try {
    return await use(running);
  } finally {
    await running.stop();
  }
}
