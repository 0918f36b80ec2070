import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import type { Addresses, Outcomes } from './behaviours.ts';

/** The machine's Node.js, as the command line finds it without this workspace. */
const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
const env = { PATH: path.join(delimiter), NO_COLOR: '1' };

/**
 * Runs the bundle by a runtime that has a command line. That it ends shows that no timer and no listener is left.
 * @throws with what it said when it ends otherwise
 */
export async function runByCommand(
  command: string,
  args: string[],
  folder: string,
  addresses: Addresses,
): Promise<Outcomes> {
  const child = spawn(command, [...args, 'main.js', JSON.stringify(addresses)], { cwd: folder, env, timeout: 60_000 });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${signal ?? code}: ${err || out}`);
  return JSON.parse(out);
}
