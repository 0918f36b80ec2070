import { join } from 'node:path';
import { outsideEnvironment, startCommand } from '@vehicle-lookup/testing';
import { startWorkerd } from '../../packages/client/bench/runtimes/runtimes.ts';
import { runScript } from '../support/script.ts';

/** A server or worker that responds. */
export interface Site {
  address: string;
  output: { all: string };
  stop(): Promise<unknown>;
}

/** Starts the server of the page, with its bundle, in an installed copy of its directory; `variables` become its environment. */
export async function startSite(cwd: string, variables: Record<string, string>): Promise<Site> {
  await build(cwd, 'build');
  const env = { ...variables, PORT: '0' };
  const server = startCommand(['node', 'server.js'], { cwd, inherit: outsideEnvironment(), env });
  await server.printed(/^http.*\n/m);
  return { ...server, address: server.output.out.trim() };
}

/** Starts the bundled worker on workerd. */
export const startWorker = (cwd: string, variables: Record<string, string>): Promise<Site> =>
  startWorkerd(join(cwd, 'dist'), ['worker.js'], variables);

/** Runs a script of the example that builds or bundles it. */
export async function build(cwd: string, script: string): Promise<void> {
  const { code, log } = await runScript(`npm run ${script}`, {}, cwd);
  if (code !== 0) throw new Error(`npm run ${script} failed: ${log}`);
}
