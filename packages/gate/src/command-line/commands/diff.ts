import { Argument, Command } from '@vehicle-lookup/toolkit/command-line';
import type { CodeChanges } from '../../comparison/change.ts';
import { codeChangesOption, consumersOption, type OutputOptions, outputOptions, today } from '../options.ts';

interface DiffArguments extends OutputOptions {
  consumers?: string[];
  codeChanges: CodeChanges;
}

const command: Command = new Command('diff')
  .summary('Compare two documents.')
  .description('Rates every change from one document to another and rejects breaking changes.')
  .addArgument(new Argument('<BASE>', 'a file, a directory, git:REVISION[:PATH] or npm:PACKAGE@VERSION[:PATH]'))
  .addArgument(new Argument('<REVISION>', 'same as BASE'))
  .addHelpText(
    'after',
    '\nExample:\n  vehicle-lookup-gate diff git:v1.0.0 spec/openapi.yaml\n\nnpm: fetches the package from the registry; otherwise, the network is not used.',
  )
  .addOption(consumersOption())
  .addOption(codeChangesOption())
  .action(async (base: string, revision: string, { consumers, codeChanges, ...options }: DiffArguments) => {
    const { diff } = await import('../../diff.ts');
    const { output } = await import('../output.ts');
    return output(diff(base, revision, codeChanges, consumers, today()), options, command);
  });
for (const option of outputOptions()) command.addOption(option);

export { command };
