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
 * @param patience seconds for all of them to come up
 * @throws with the part's own last words when one does not come up; the others are taken down before
 */
export async function startParts(parts: Part[], patience = 60): Promise<Running> {
  const children = parts.map((part) => ({ part, child: start(part) }));
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await Promise.all(children.map(({ child }) => end(child)));
  };
  try {
    const addresses = await Promise.all(
      children.map(async ({ part, child }) => [part.name, await ready(part, child, patience)]),
    );
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

function ready({ name, module, portFlag }: Part, child: ChildProcess, patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new Error(`${name} did not come up within ${patience} s. Run ${module} by itself to see why.`));
    const timer = setTimeout(giveUp, patience * 1000);
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk;
    };
    child.stderr?.on('data', listen);
    child.on('message', (message: { ready?: string }) => {
      if (!message.ready) return;
      clearTimeout(timer);
      // What it logs from now on is read and let go.
      child.stderr?.off('data', listen).resume();
      resolve(message.ready);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const words = messageIn(said) ?? `${name} ended with code ${code}`;
      reject(new Error(/\bport \d+ .*\btaken\b/.test(words) ? `${words}\nAnother port for it: ${portFlag} 0` : words));
    });
  });
}

/** The line that says why: a thrown error's follows the place in the source, warnings begin with a bracket. */
function messageIn(said: string): string | undefined {
  const lines = said.split('\n');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find((line) => /^[^\s(]/.test(line));
}

/** Ends a child; one that does not go when it is told is made to. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
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

const SERVICE = 'apps/service/bin/vehicle-lookup-service.js';

/** The reference service on a data folder, on ports of the caller's choice; 0 takes a free one. */
export const servicePart = (port: string, adminPort: string, dataDir: string): Part => ({
  name: 'service',
  module: SERVICE,
  args: ['serve', '--port', port, '--admin-port', adminPort, '--data-dir', dataDir],
  portFlag: '--service-port 0 --admin-port',
});

/**
 * Creates an account on a data folder of the service; its key is fresh.
 * @throws with what the command said when it fails
 */
export async function createAccount(
  dataDir: string,
  user: string,
  plan: string,
): Promise<{ user: string; key: string }> {
  const args = ['account', 'create', '--user', user, '--plan', plan, '--json', '--data-dir', dataDir];
  const child = fork(join(root, SERVICE), args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(err.trim() || `creating an account ended with code ${code}`);
  return JSON.parse(out);
}

/** Runs the contract suite's bin to its end, on this terminal. */
export async function runContract(args: string[], env: Record<string, string> = {}): Promise<number> {
  const bin = join(root, 'contract-tests/bin/vehicle-lookup-contract.js');
  const child = fork(bin, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return code ?? 2;
}

/** Verifies the mock at an address. The key is made up, and long enough to be looked for in the answers. */
export function verifyMock(address: string): Promise<number> {
  const credentials = ['--user', 'demo', '--key', randomUUID()];
  return runContract(['verify', '--target', 'mock', '--base-url', address, ...credentials]);
}

/** Verifies a service at an address, with an account whose plan includes every operation. */
export function verifyService(address: string, { user, key }: { user: string; key: string }): Promise<number> {
  return runContract(['verify', '--target', 'service', '--base-url', address], {
    VEHICLE_LOOKUP_USER: user,
    VEHICLE_LOOKUP_KEY: key,
  });
}
