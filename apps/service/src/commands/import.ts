import { Command, InvalidArgumentError, Option, UserError } from '@vehicle-lookup/toolkit/command-line';
import { print } from '../command-line/output.ts';
import { dataStore, recordChange } from '../command-line/stores.ts';

export const command: Command = new Command('import')
  .description('Load a catalogue from a file and make it current.')
  .argument(
    '<FILE>',
    'the file, which may be compressed with gzip, or - for standard input; demo/FORMAT.md describes the formats',
  )
  .addOption(new Option('--from <FORMAT>', "the file's format").choices(['ndjson', 'csv']).default('ndjson'))
  .addOption(
    new Option('--columns <FIELD=COLUMN,...>', 'for CSV, names of columns that differ from the field names')
      .default(new Map<string, string>(), 'none')
      .argParser(columnMapping),
  )
  .option('--dry-run', 'check the whole file without writing data')
  .option('--skip-bad-lines', 'leave out invalid lines and load the others')
  .check((command) => {
    const { from, columns } = command.opts();
    return columns.size > 0 && from !== 'csv' ? ['--columns requires --from csv'] : [];
  })
  .addHelpText(
    'after',
    '\nThe old catalogue stays current until the new catalogue is complete. If a line is invalid, no data are loaded by default.',
  )
  .action(async (file, { from, columns, dryRun, skipBadLines }, command) => {
    const [{ importCatalogue }, { rejectionText, reportText }, { progressLine }] = await Promise.all([
      import('../import/import.ts'),
      import('../import/report.ts'),
      import('../import/progress.ts'),
    ]);
    const { json } = command.optsWithGlobals();
    const progress = progressLine(json ? undefined : process.stderr);
    const { accounts, catalogues } = await dataStore(command);
    const isFirst = !process.env.DATABASE_URL && (await catalogues.currentVersion()) === undefined;
    const options = { file, format: from, columns, dryRun, skipBadLines, onProgress: progress.update };
    const report = await importCatalogue(catalogues, options).finally(progress.stop);
    const rejection = rejectionText(report, skipBadLines);
    if (json || rejection === undefined) print(command, report, reportText(report));
    // With a catalogue but no accounts file, the accounts would appear to be lost.
    if (isFirst && report.version !== undefined) await accounts.prepare({ mayBeginAnew: true });
    if (report.version !== undefined) await recordChange(command, { version: report.version });
    if (rejection !== undefined) throw new UserError(rejection);
  });

/** Parses column names by field, such as `carId=id,make=Brand`. */
function columnMapping(text: string): Map<string, string> {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.+)$/.exec(pair)?.slice(1) as [string, string] | undefined);
  if (pairs.some((pair) => pair === undefined)) {
    throw new InvalidArgumentError('expected FIELD=COLUMN pairs, separated by commas, such as carId=id,make=Brand');
  }
  return new Map(pairs as [string, string][]);
}
