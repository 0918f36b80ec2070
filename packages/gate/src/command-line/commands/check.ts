import { Command, Option } from '@vehicle-lookup/toolkit/command-line';
import type { CodeChanges } from '../../comparison/change.ts';
import { codeChangesOption, consumersOption, type OutputOptions, outputOptions, today } from '../options.ts';

interface CheckArguments extends OutputOptions {
  base?: string;
  document?: string;
  branch: string;
  consumers?: string[];
  codeChanges: CodeChanges;
}

const command: Command = new Command('check')
  .summary('Check that the next release has the versions that its changes require.')
  .description(
    'Compares the document with its last release, and every published package with the branch point. ' +
      'Rejects breaking changes without an acknowledgement and changed packages without a changeset.',
  )
  .addOption(
    new Option(
      '--base <BASE>',
      'compare with this document instead of the last release (from its tag or the registry); use none before the first release',
    ),
  )
  .addOption(new Option('--document <PATH>', 'the document to check; default: the document of this repository'))
  .addOption(new Option('--branch <NAME>', 'the main branch').default('main'))
  .addOption(consumersOption())
  .addOption(codeChangesOption())
  .action(async ({ base, document, branch, consumers, codeChanges, ...options }: CheckArguments) => {
    const { check } = await import('../../check.ts');
    const { output } = await import('../output.ts');
    return output(
      check({ base, document, branch, consumers, codeChanges, cwd: process.cwd(), today: today() }),
      options,
      command,
    );
  });
for (const option of outputOptions()) command.addOption(option);

export { command };
