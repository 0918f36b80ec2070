import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startWorkerd } from '../../packages/client/bench/runtimes/workerd.ts';
import type { Part } from '../support/parts.ts';
import { elsewhere, runScript } from '../support/script.ts';

/** Starts the worker in some runtime. Its folder is an installed copy; `variables` become its environment. */
export type StartWorker = (folder: string, variables: Record<string, string>) => Promise<Part>;

/** As its README does, on the machine's own Node.js. */
export const onNode: StartWorker = async (cwd, variables) => {
  const child = spawn('node', ['serve.js'], { cwd, env: { ...elsewhere(), ...variables, PORT: '0' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`serve.js ended: ${said}`)));
  ended.catch(() => undefined);
  await Promise.race([once(child.stdout, 'data'), ended]);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close');
    child.kill();
    await gone;
  };
  return { address: said.trim(), output: () => said, stop };
};

/** Bundled as its README says, on workerd. */
export const onWorkerd: StartWorker = async (cwd, variables) => {
  const { code, log } = await runScript('npm run build', {}, cwd);
  if (code !== 0) throw new Error(`npm run build failed: ${log}`);
  return startWorkerd(join(cwd, 'dist'), ['worker.js'], variables);
};
