import { outsideEnvironment, runCommand } from '@vehicle-lookup/testing';
import type { Addresses, Outcomes } from './behaviours.ts';

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
  const { PATH = '' } = outsideEnvironment();
  const inherit = { PATH, NO_COLOR: '1' };
  const { code, out, err } = await runCommand([command, ...args, 'main.js', JSON.stringify(addresses)], {
    cwd: folder,
    inherit,
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${err || out}`);
  return JSON.parse(out);
}
