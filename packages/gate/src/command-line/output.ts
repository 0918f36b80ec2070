import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, createDirectory } from '@vehicle-lookup/toolkit/command-line';
import { CannotRateError } from '../cannot-rate.ts';
import { annotations, sarif } from '../renderings/findings.ts';
import { markdown } from '../renderings/markdown.ts';
import { terminal } from '../renderings/terminal.ts';
import { noVerdictReport } from '../report/build-report.ts';
import type { Report } from '../report/report.ts';
import type { OutputOptions } from './options.ts';

/**
 * Prints a report and writes it to the report directory, even if there is no verdict.
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

/** Returns the report as JSON. `report.schema.json` describes the format. */
const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;

/**
 * Writes the report in every format: report.json, report.md, report.sarif, annotations.txt. Files are never left incomplete.
 * @param directory the report directory, created if it does not exist
 * @throws CannotRateError when the files cannot be written
 */
async function writeReport(report: Report, directory: string): Promise<void> {
  const { explanations } = await import('../report/explain.ts');
  const files: Record<string, string> = {
    'report.json': json(report),
    'report.md': markdown(report),
    'report.sarif': sarif(report, explanations(), new Date().toISOString()),
    'annotations.txt': annotations(report),
  };
  const partial = (name: string) => join(directory, `${name}.${process.pid}.partial`);
  try {
    createDirectory(directory);
    for (const [name, text] of Object.entries(files)) writeFileSync(partial(name), text);
    for (const name of Object.keys(files)) renameSync(partial(name), join(directory, name));
  } catch (error) {
    for (const name of Object.keys(files)) remove(partial(name));
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotRateError(`--report-dir: the reports cannot be written (${code}); specify a writable directory`);
  }
}

/** Removes a file and ignores errors, because the caller reports why the file could not be written. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
