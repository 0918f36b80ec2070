import { type Command, Option } from '@vehicle-lookup/command-line';
import { CannotRateError } from '../cannot-rate.ts';
import { json, writeReport } from '../renderings/files.ts';
import { terminal } from '../renderings/terminal.ts';
import { noVerdictReport } from '../report/build-report.ts';
import type { Report } from '../report/report.ts';

/** Where a report goes. */
export interface OutputOptions {
  json?: true;
  reportDir?: string;
}

export const outputOptions = (): Option[] => [
  new Option('--json', 'print JSON instead of text'),
  new Option(
    '--report-dir <DIR>',
    'write the report in every form: report.json, report.md, report.sarif, annotations.txt',
  ),
];

/**
 * Prints and writes a report, also one without a verdict.
 * @returns the exit code
 */
export async function output(made: Promise<Report>, options: OutputOptions, command: Command): Promise<number> {
  const report = await made.catch((error: unknown) => {
    if (error instanceof CannotRateError) return noVerdictReport(error);
    throw error;
  });
  if (options.json) process.stdout.write(json(report));
  else if (report.failure === undefined) {
    process.stdout.write(terminal(report, process.stdout.isTTY && !process.env.NO_COLOR));
  }
  if (options.reportDir !== undefined) await writeReport(report, options.reportDir);
  if (report.failure !== undefined) command.say(report.failure);
  return report.exitCode;
}

/** The day in UTC, `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10);
