import { runCommand } from '@vehicle-lookup/testing';
import type { Case } from './cases.ts';
import type { Outcome } from './judge.ts';

/**
 * Runs cases with the client of another language.
 * @param command of its runner, which reads cases from standard input, and prints an outcome a line
 * @throws with what the runner printed, when it fails
 */
export async function runLanguage(
  command: readonly string[],
  cases: readonly Case[],
  server: string,
): Promise<Outcome[]> {
  const { code, out, err } = await runCommand(command, { input: JSON.stringify({ server, cases }) });
  const lines = out.trim().split('\n');
  if (code !== 0 || lines.length !== cases.length)
    throw new Error(`${command.join(' ')}: exit code ${code}, ${lines.length} of ${cases.length} outcomes\n${err}`);
  return lines.map((line) => JSON.parse(line) as Outcome);
}
