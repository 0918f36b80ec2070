import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimePath } from './install.ts';

/** A worker that runs. */
export interface Worker {
  /** Its base address. */
  address: string;
  /** What it has said so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Serves a worker by workerd on a free port; it may reach services of this machine.
 * @param folder where its modules are
 * @param modules their file names; the first exports the handler
 * @param variables what the handler gets as its environment
 * @throws with what workerd said when it does not come up
 */
export async function startWorkerd(
  folder: string,
  modules: string[],
  variables: Record<string, string> = {},
): Promise<Worker> {
  writeFileSync(join(folder, 'workerd.capnp'), configuration(modules, variables));
  const args = ['serve', 'workerd.capnp', '--control-fd=3'];
  const child = spawn(runtimePath('workerd'), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`workerd ended: ${said}`)));
  ended.catch(() => undefined);
  const control = child.stdio[3];
  if (!control) throw new Error('workerd has no control channel');
  const [event] = await Promise.race([once(control, 'data'), ended]);
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return {
    address: `http://127.0.0.1:${JSON.parse(String(event).split('\n')[0] ?? '').port}`,
    output: () => said,
    stop,
  };
}

const configuration = (modules: string[], variables: Record<string, string>): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private", "local"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  compatibilityDate = "2026-01-01",
  modules = [${modules.map((name) => `(name = ${text(name)}, esModule = embed ${text(name)})`)}],
  bindings = [${Object.entries(variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)}],
);
`;

const text = (value: string): string => JSON.stringify(value);
