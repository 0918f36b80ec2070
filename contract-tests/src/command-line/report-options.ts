import { type Command, Option } from '@vehicle-lookup/toolkit/command-line';

/** The output options of a report. */
export interface ReportOutputOptions {
  json?: true;
  /** The directory to which the report is written in every format. */
  reportDir?: string;
}

export const jsonOption = (): Option => new Option('--json', 'print JSON instead of text');

/** Creates the option `--assumptions`. @param fallback the behaviour without the option */
export const assumptionsOption = (fallback: string): Option =>
  new Option(
    '--assumptions <MODE>',
    `report: a contradicted assumption is reported; enforce: it fails the run (default: ${fallback})`,
  ).choices(['report', 'enforce']);

/**
 * Adds the options of a command that prints a report.
 * @param assumptions the behaviour without `--assumptions`
 */
export const addReportOptions = (command: Command, assumptions: string): Command =>
  command
    .addOption(assumptionsOption(assumptions))
    .addOption(new Option('--strict', 'fail the run on warnings and on fields that the document does not mention'))
    .addOption(
      new Option(
        '--report-dir <DIR>',
        'write the report in every format: report.html, report.md, report.json, junit.xml, report.sarif, badge.json, metrics.prom',
      ),
    )
    .addOption(jsonOption());
