import { RunError } from '../run-error.ts';
import type { RunReport } from './report.ts';

/** A run that has no verdict, or whose recording is not whole; the report holds what was found all the same. */
export class NoVerdictError extends RunError {
  override name = 'NoVerdictError';
  readonly report: RunReport;

  constructor(message: string, report: RunReport) {
    super(message);
    this.report = report;
  }
}

/**
 * The report of a run that has a verdict.
 * @param fault why the run is not whole although it may have a verdict, one line
 * @throws NoVerdictError
 */
export function conclude(report: RunReport, fault: string | undefined = report.failure): RunReport {
  if (fault === undefined) return report;
  throw new NoVerdictError(fault, report);
}
