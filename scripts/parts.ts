import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server of this repository, started as a child process over a channel. */
export interface Part {
  name: string;
  /** Module to run, from the repository's root. */
  module: string;
  args: string[];
  /** The flag of the parent's command line that gives this part another port. */
  portFlag: string;
}

export interface Running {
  /** Part's name → base address. */
  addresses: Record<string, string>;
  /** Ends with the name of the first part that stops by itself; never after `stop`. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/**
 * Starts parts side by side and waits until each has said its address.
 * @throws with the part's own last words when one does not come up; the others are taken down before
 */
export async function startParts(parts: Part[]): Promise<Running> {
  const children = parts.map((part) => ({ part, child: start(part) }));
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await Promise.all(children.map(({ child }) => end(child)));
  };
  try {
    const addresses = await Promise.all(children.map(async ({ part, child }) => [part.name, await ready(part, child)]));
    const broken = new Promise<string>((resolve) => {
      for (const { part, child } of children) child.once('exit', () => stopping || resolve(part.name));
    });
    return { addresses: Object.fromEntries(addresses), broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function start({ module, args }: Part): ChildProcess {
  return fork(join(root, module), args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

function ready({ name, portFlag }: Part, child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.on('message', (message: { ready?: string }) => message.ready && resolve(message.ready));
    child.once('exit', (code) => {
      const [words] = said.trim().split('\n');
      reject(new Error(`${words || `${name} ended with code ${code}`}\nAnother port for it: ${portFlag} 0`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** The mock on a port of the caller's choice; 0 takes a free one. */
export const mockPart = (port: string): Part => ({
  name: 'mock',
  module: 'apps/mock/bin/vehicle-lookup-mock.js',
  args: ['--port', port],
  portFlag: '--mock-port',
});

/** The documentation on a port of the caller's choice; 0 takes a free one. */
export const docsPart = (port: string): Part => ({
  name: 'docs',
  module: 'apps/docs/src/serve.ts',
  args: ['--port', port],
  portFlag: '--docs-port',
});

/** Runs the contract suite's bin to its end, on this terminal. */
export async function runContract(args: string[]): Promise<number> {
  const child = fork(join(root, 'contract-tests/bin/vehicle-lookup-contract.js'), args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 2;
}

/** Verifies the mock at an address. The key is made up, and long enough to be looked for in the answers. */
export function verifyMock(address: string): Promise<number> {
  const credentials = ['--user', 'demo', '--key', randomUUID()];
  return runContract(['verify', '--target', 'mock', '--base-url', address, ...credentials]);
}
