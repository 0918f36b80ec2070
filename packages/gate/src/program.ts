import { Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { command as acknowledge } from './command-line/commands/acknowledge.ts';
import { command as check } from './command-line/commands/check.ts';
import { command as diff } from './command-line/commands/diff.ts';
import { command as explain } from './command-line/commands/explain.ts';

/** Creates the command-line program with all its commands. */
export function createProgram(): Program {
  const program = new Program('vehicle-lookup-gate', {
    version: packageVersion('@vehicle-lookup/gate', import.meta.url),
    failure: { text: 'the gate itself failed, so there is no verdict', exitCode: 2 },
  })
    .description('Rates every change to a contract and blocks a release if its version does not match the rating.')
    .addHelpText(
      'after',
      '\nExit code: 0 accepted, 1 rejected, 2 no verdict (invalid usage, or the change could not be rated).',
    );
  for (const command of [acknowledge, check, diff, explain]) program.addCommand(command);
  return program;
}
