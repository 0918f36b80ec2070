import type { Report } from './report.ts';

/** Why a run has no verdict. The message is one line for a person: what, where, expected, next step. */
export class RunError extends Error {
  override name = 'RunError';
  /** What there is to report all the same, where the run got as far as asking. */
  report?: Report;
}

/** A plan needs more requests than the budget has left; none was made. */
export class BudgetError extends RunError {
  override name = 'BudgetError';
}

/**
 * The report of a run that has a verdict.
 * @param fault why the run is not whole although it may have a verdict, one line
 * @throws RunError with the report
 */
export function concluded(report: Report, fault: string | undefined = report.failure): Report {
  if (fault === undefined) return report;
  throw Object.assign(new RunError(fault), { report });
}
