import { Argument, Command } from '@vehicle-lookup/toolkit/command-line';
import { type CodeChanges, isBreaking } from '../../comparison/change.ts';
import { compare } from '../../comparison/compare.ts';
import { load } from '../../document/load.ts';
import { buildReport } from '../../report/build-report.ts';
import type { Report } from '../../report/report.ts';
import { codeChangesOption, consumersOption, type OutputOptions, output, outputOptions, today } from '../output.ts';

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
    '\nExample:\n  vehicle-lookup-gate diff git:v1.0.0 spec/openapi.yaml\n\nnpm: fetches the package from the registry; nothing else uses the network.',
  )
  .addOption(consumersOption())
  .addOption(codeChangesOption())
  .action((base: string, revision: string, { consumers, codeChanges, ...options }: DiffArguments) =>
    output(diff(base, revision, codeChanges, consumers), options, command),
  );
for (const option of outputOptions()) command.addOption(option);

export { command };

/**
 * Compares two documents. A breaking change is rejected.
 * @param base and `revision`: a file, a directory, `git:REVISION` or `npm:PACKAGE@VERSION`
 * @param consumers where usage files are
 * @throws CannotRateError when they cannot be compared
 */
async function diff(base: string, revision: string, codeChanges: CodeChanges, consumers?: string[]): Promise<Report> {
  const { rules } = await import('../../rules/index.ts');
  const [before, after] = [load(base), load(revision)];
  const changes = await compare(before, after, rules, today());
  const reported = changes.map((change) => ({ ...change, isNew: true, fails: isBreaking(change, codeChanges) }));
  return buildReport(before, after, reported, [], consumers);
}
