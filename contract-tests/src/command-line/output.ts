import { maskSecretsInJson } from '@vehicle-lookup/openapi/secrets';
import { type Command, UserError } from '@vehicle-lookup/toolkit/command-line';
import { json, tryDirectory, writeReport } from '../renderings/report-directory.ts';
import { terminal } from '../renderings/terminal.ts';
import type { RunReport } from '../report/report.ts';
import { NoVerdictError } from '../report/verdict.ts';
import { BudgetError, RunError } from '../run-error.ts';
import { secrets } from './credentials.ts';
import type { ReportOutputOptions } from './report-options.ts';

/** Checks before the first request that the report can be written, because requests may be charged. */
export function tryOutput({ reportDir }: ReportOutputOptions): void {
  const fault = reportDir === undefined ? undefined : tryDirectory(reportDir);
  if (fault !== undefined) throw new UserError(fault, 2);
}

/**
 * Prints and writes the report of a run, even without a verdict.
 * @returns the exit code
 */
export async function outputReport(
  run: Promise<RunReport>,
  options: ReportOutputOptions,
  command: Command,
): Promise<number> {
  let report: RunReport;
  try {
    report = await run;
  } catch (error) {
    const fault = error instanceof NoVerdictError ? output(error.report, options) : undefined;
    if (fault !== undefined) command.say(fault);
    throw userError(error);
  }
  const fault = output(report, options);
  if (fault !== undefined) throw new UserError(fault, 2);
  return report.exitCode;
}

/** Prints a report and writes it to `reportDir`. @returns a one-line error message if the report was not written */
function output(found: RunReport, { json: isJson, reportDir }: ReportOutputOptions): string | undefined {
  // The report should not contain secrets. Mask them anyway as a safeguard: output must never contain a secret.
  const report = maskSecretsInJson(found, secrets()) as RunReport;
  if (isJson) process.stdout.write(json(report));
  else if (report.failure === undefined) {
    process.stdout.write(terminal(report, process.stdout.isTTY && !process.env.NO_COLOR));
  }
  return reportDir === undefined ? undefined : writeReport(report, reportDir);
}

/** Converts a run error to a user error with its exit code. Other errors are returned unchanged. */
export const userError = (error: unknown): unknown =>
  error instanceof RunError ? new UserError(error.message, error instanceof BudgetError ? 3 : 2) : error;
