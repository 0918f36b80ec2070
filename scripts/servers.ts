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
  /** The flags of `pnpm start` that change its port. */
  portFlag: string;
}

/** Servers that were started together. */
export interface RunningServers {
  /** The base URLs by server name. */
  addresses: Record<string, string>;
  /** Resolves with the name of the first server that ends by itself; never after `stop`. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** The time limit for starting a server. */
const START_LIMIT_SECONDS = 60;
/** The time after SIGTERM after which a server is killed. */
const STOP_LIMIT_MS = 10_000;

/** The whole environment, which is passed to the programs of this repository. */
export const environment: Environment = process.env as Environment;

/**
 * Starts servers concurrently and waits until all are ready.
 * @throws Error with the message of a server that does not start, after stopping the other servers
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
  throw new UserError(/\bport \d+ .*\bin use\b/.test(reason) ? `${reason}\nFor a free port: ${portFlag} 0` : reason);
}

/** Returns the line that contains the reason. Skips warnings, which begin with a bracket, and log lines, which begin with a brace. */
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

/** Returns the plan for the mock; port 0 chooses an available port. */
export const mockOn = (port: number): ServerPlan => ({
  name: 'mock',
  args: ['--port', String(port)],
  portFlag: '--mock-port',
});

/**
 * Returns the plan for the documentation; port 0 chooses an available port.
 * @param servers URL by name; requests from the documentation's form are forwarded to these servers
 * @param report the report file of a contract run, which may not exist yet
 */
export const docsOn = (port: number, servers: Record<string, string>, report: string): ServerPlan => {
  const args = Object.entries(servers).flatMap(([name, address]) => ['--server', `${name}=${address}`]);
  return {
    name: 'docs',
    args: ['serve', '--port', String(port), ...args, '--report', report],
    portFlag: '--docs-port',
  };
};

/** Returns the plan for the reference service with a data directory; port 0 chooses an available port. */
export const serviceOn = (port: number, adminPort: number, dataDir: string): ServerPlan => ({
  name: 'service',
  args: ['serve', '--demo', '--port', String(port), '--admin-port', String(adminPort), '--data-dir', dataDir],
  portFlag: '--service-port 0 --admin-port',
});
