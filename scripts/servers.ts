import { setTimeout } from 'node:timers/promises';
import {
  type BinName,
  bin,
  type Environment,
  type RunningProgram,
  start,
  waitUntilReady,
} from '@vehicle-lookup/testing';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** A server of this repository. */
export interface ServerPlan {
  name: BinName;
  args: string[];
  /** The flags of `pnpm start` that give it another port. */
  portFlag: string;
}

/** Servers that were started together. */
export interface RunningServers {
  /** The base URL of each by its name. */
  addresses: Record<string, string>;
  /** Resolves with the name of the first server that ends by itself; never after `stop`. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** A server that has not said by then that it is ready will not do so. */
const START_LIMIT_SECONDS = 60;
/** A server that has not ended by then after SIGTERM is killed. */
const STOP_LIMIT_MS = 10_000;

/** Everything that the environment says reaches our programs. */
export const environment: Environment = process.env as Environment;

/**
 * Starts servers side by side and waits until all are ready.
 * @throws with the message of a server that does not start; the others are stopped before
 */
export async function startServers(plans: readonly ServerPlan[]): Promise<RunningServers> {
  const started = plans.map((plan) => {
    const program = start(bin(plan.name), plan.args, { channel: true, inherit: environment });
    return { plan, program };
  });
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await Promise.all(started.map(({ program }) => stopServer(program)));
  };
  try {
    const ready = started.map(async ({ plan, program }) => [plan.name, await addressOf(plan, program)] as const);
    const addresses = Object.fromEntries(await Promise.all(ready));
    const ended = new Promise<string>((resolve) => {
      for (const { plan, program } of started) program.ended.then(() => stopping || resolve(plan.name));
    });
    return { addresses, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf({ name, portFlag }: ServerPlan, program: RunningProgram): Promise<string> {
  const limit = new AbortController();
  const late = setTimeout(START_LIMIT_SECONDS * 1000, 'late' as const, { signal: limit.signal });
  late.catch(() => undefined);
  const message = await Promise.race([waitUntilReady(program), late]);
  limit.abort();
  if (message === 'late') {
    throw new UserError(`${name} was not ready within ${START_LIMIT_SECONDS} s. Run ${bin(name)} to see why.`);
  }
  if (message) {
    program.discardOutput();
    return message.ready;
  }
  const { code, err } = await program.ended;
  const reason = reasonIn(err) ?? `${name} ended with ${code}`;
  throw new UserError(/\bport \d+ .*\btaken\b/.test(reason) ? `${reason}\nAnother port for it: ${portFlag} 0` : reason);
}

/** The line that says why: that of a thrown error follows the place in the source, warnings begin with a bracket, lines of a log with a brace. */
function reasonIn(err: string): string | undefined {
  const lines = err.split('\n');
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find((line) => /^[^\s({]/.test(line));
}

async function stopServer(program: RunningProgram): Promise<void> {
  const limit = new AbortController();
  const kill = setTimeout(STOP_LIMIT_MS, undefined, { signal: limit.signal }).then(() => program.stop('SIGKILL'));
  kill.catch(() => undefined);
  await program.stop();
  limit.abort();
}

/** The mock; port 0 chooses an available port. */
export const mockOn = (port: number): ServerPlan => ({
  name: 'mock',
  args: ['--port', String(port)],
  portFlag: '--mock-port',
});

/**
 * The documentation; port 0 chooses an available port.
 * @param servers address by name: requests of its form are passed on to them
 * @param report of a contract run, which may not be there yet
 */
export const docsOn = (port: number, servers: Record<string, string>, report: string): ServerPlan => {
  const args = Object.entries(servers).flatMap(([name, address]) => ['--server', `${name}=${address}`]);
  return {
    name: 'docs',
    args: ['serve', '--port', String(port), ...args, '--report', report],
    portFlag: '--docs-port',
  };
};

/** The reference service on a data directory; port 0 chooses an available port. */
export const serviceOn = (port: number, adminPort: number, dataDir: string): ServerPlan => ({
  name: 'service',
  args: ['serve', '--demo', '--port', String(port), '--admin-port', String(adminPort), '--data-dir', dataDir],
  portFlag: '--service-port 0 --admin-port',
});
