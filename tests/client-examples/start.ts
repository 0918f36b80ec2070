import { join } from 'node:path';
import { outsideEnvironment, startCommand } from '@vehicle-lookup/testing';
import { startWorkerd } from '../../packages/client/bench/runtimes/workerd.ts';
import { runScript } from '../support/script.ts';

/** A worker that answers. */
export interface Worker {
  address: string;
  output: { all: string };
  stop(): Promise<unknown>;
}

/** Starts the worker on a runtime, in an installed copy of its directory; `variables` become its environment. */
export type StartWorker = (directory: string, variables: Record<string, string>) => Promise<Worker>;

/** As its README says, on the machine's own Node.js. */
export const onNode: StartWorker = (cwd, variables) => listening('serve.js', cwd, variables);

/** The server of the page, with its bundle. */
export const startSite: StartWorker = async (cwd, variables) => {
  await bundle(cwd);
  return listening('server.js', cwd, variables);
};

async function listening(module: string, cwd: string, variables: Record<string, string>): Promise<Worker> {
  const env = { ...variables, PORT: '0' };
  const server = startCommand(['node', module], { cwd, inherit: outsideEnvironment(), env });
  await server.printed(/^http.*\n/m);
  return { ...server, address: server.output.out.trim() };
}

/** Bundled as its README says, on workerd. */
export const onWorkerd: StartWorker = async (cwd, variables) => {
  await bundle(cwd);
  return startWorkerd(join(cwd, 'dist'), ['worker.js'], variables);
};

async function bundle(cwd: string): Promise<void> {
  const { code, log } = await runScript('npm run build', {}, cwd);
  if (code !== 0) throw new Error(`npm run build failed: ${log}`);
}
