import {
  Argument,
  Command,
  InvalidArgumentError,
  Option,
  UserError,
  wholeNumber,
} from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore, recordChange } from '../command-line/stores.ts';
import { DEFAULT_BATCH, FORMATS } from '../import/import-format.ts';

const LARGEST_BATCH = 1_000_000;

export const command: Command = new Command('import')
  .description('Load a catalogue from a file and make it the current one.')
  .addArgument(
    new Argument(
      '<FILE>',
      'the file, also compressed with gzip, or - for standard input; demo/FORMAT.md describes the formats',
    ),
  )
  .addOption(new Option('--from <FORMAT>', "the file's format").choices(FORMATS).default('ndjson'))
  .addOption(
    new Option('--columns <FIELD=COLUMN,...>', 'CSV: columns whose names differ from those of the fields')
      .default(new Map<string, string>(), 'none')
      .argParser(columnMapping),
  )
  .addOption(new Option('--resume', 'continue an interrupted import of this file'))
  .addOption(new Option('--dry-run', 'check the whole file, write nothing'))
  .addOption(new Option('--skip-bad-lines', 'leave wrong lines out and load the others'))
  .addOption(
    new Option('--batch <N>', 'lines in one transaction, and so between two checkpoints')
      .default(DEFAULT_BATCH)
      .argParser(wholeNumber(1, LARGEST_BATCH)),
  )
  .check((command) => {
    const { resume, dryRun, from, columns } = command.opts();
    return [
      ...(resume && dryRun ? ['--dry-run keeps nothing that --resume could continue; give only one of them'] : []),
      ...(columns.size > 0 && from !== 'csv' ? ['--columns is only for --from csv'] : []),
    ];
  })
  .addHelpText(
    'after',
    '\nThe old catalogue stays current until the new one is complete, and also if any line is wrong.',
  )
  .action(async (file, { from, columns, resume, dryRun, skipBadLines, batch }, command) => {
    const [{ importCatalogue, rejectionText, reportText }, { progressBar }] = await Promise.all([
      import('../import/import.ts'),
      import('../import/progress.ts'),
    ]);
    const { json } = command.optsWithGlobals();
    const bar = progressBar(json ? undefined : process.stderr);
    const { catalogues } = await dataStore(command);
    const options = { file, format: from, columns, resume, dryRun, skipBadLines, batch, onProgress: bar.update };
    const report = await importCatalogue(catalogues, options).finally(bar.stop);
    if (report.version !== undefined) await recordChange(command, { version: report.version });
    const rejection = rejectionText(report, skipBadLines);
    if (json || rejection === undefined) print(command, report, reportText(report));
    if (rejection !== undefined) throw new UserError(rejection);
  });

/** `carId=id,make=Brand` as columns by field. */
function columnMapping(text: string): Map<string, string> {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.+)$/.exec(pair)?.slice(1) as [string, string] | undefined);
  if (pairs.some((pair) => pair === undefined)) {
    throw new InvalidArgumentError(
      'expected FIELD=COLUMN, and a comma between two of them, such as carId=id,make=Brand',
    );
  }
  return new Map(pairs as [string, string][]);
}
