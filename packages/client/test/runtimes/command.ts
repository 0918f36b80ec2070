import { outsideEnvironment, runCommand } from '@vehicle-lookup/testing';
import type { Addresses, Outcomes } from './behaviours.ts';

/**
 * Runs the bundle by a runtime with a command line. That the runtime ends shows that no timer and no listener is left.
 * @throws Error with the output if the runtime fails
 */
export async function runByCommand(command: string[], directory: string, addresses: Addresses): Promise<Outcomes> {
  const words = [...command, 'main.js', JSON.stringify(addresses)];
  const { code, out, err } = await runCommand(words, { cwd: directory, inherit: outsideEnvironment() });
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${err || out}`);
  return JSON.parse(out);
}
