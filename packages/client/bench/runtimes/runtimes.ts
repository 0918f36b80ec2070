import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, type RunningProgram, startCommand } from '@vehicle-lookup/testing';

const BINARIES = {
  'node-20': 'bin/node',
  'node-22': 'bin/node',
  bun: 'bin/bun',
  deno: 'deno',
  workerd: 'bin/workerd',
  'workerd-before': 'bin/workerd',
};

/** The name of a runtime in package.json. */
type RuntimeName = keyof typeof BINARIES;

/**
 * Returns the path of a runtime's executable. All runtimes are installed on first use.
 * @throws Error if they cannot be installed, or are not available for this platform
 */
export function runtimePath(name: RuntimeName): string {
  const path = join(installPackages(import.meta.dirname), name, BINARIES[name]);
  if (existsSync(path)) return path;
  throw new Error(`${name}: expected at ${path}: package.json has only the binaries for Linux on x64 with glibc`);
}

/**
 * Serves a worker with workerd on an available port. The worker may access services on this machine.
 * @param directory the directory of the modules
 * @param modules the file names of the modules; the first module exports the handler
 * @param variables the environment of the handler
 * @param runtime `workerd-before` rejects the use of I/O objects from another request, such as an `AbortSignal`
 * @throws Error with the output of workerd if it does not start
 */
export async function startWorkerd(
  directory: string,
  modules: string[],
  variables: Record<string, string> = {},
  runtime: 'workerd' | 'workerd-before' = 'workerd',
): Promise<RunningProgram & { address: string }> {
  writeFileSync(join(directory, 'workerd.capnp'), configuration(modules, variables));
  const command = [runtimePath(runtime), 'serve', 'workerd.capnp', '--control-fd=1'];
  const worker = startCommand(command, { cwd: directory });
  const listening = /"event":"listen".*"port":(\d+)/;
  await worker.printed(listening);
  return { ...worker, address: `http://127.0.0.1:${listening.exec(worker.output.out)?.[1]}` };
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
