import { RunError } from '../run-error.ts';
import { isMissing } from './cells.ts';
import type { RunFinding } from './findings.ts';
import type { Cell, CredentialCell, RunReport, RunVerdict } from './report.ts';

const EXIT = { conformant: 0, 'not conformant': 1, 'no verdict': 2, incomplete: 4 } as const;

/** Returns the exit code of the command for a verdict. */
export const exitCodeOf = (verdict: RunVerdict): RunReport['exitCode'] => EXIT[verdict];

/**
 * Returns the run's verdict, for every rendering. A run with a failure is `not conformant`. A request without a judgement,
 * or a required cell that was not observed, leaves the run `incomplete`. Other unobserved cells neither fail the run nor
 * count as passed.
 */
export function verdictOf(
  cells: readonly Cell[],
  credentials: readonly CredentialCell[],
  findings: readonly RunFinding[],
): RunVerdict {
  if (findings.some(({ fails }) => fails)) return 'not conformant';
  if (cells.some(({ state }) => state === 'fail')) return 'not conformant';
  if (findings.some(({ level, known }) => level === 'error' && known === undefined)) return 'incomplete';
  return [...cells, ...credentials].some(isMissing) ? 'incomplete' : 'conformant';
}

/** The error for a run without a verdict or with an incomplete recording. The report still contains the findings. */
export class NoVerdictError extends RunError {
  override name = 'NoVerdictError';
  readonly report: RunReport;

  constructor(message: string, report: RunReport) {
    super(message);
    this.report = report;
  }
}

/**
 * Returns the report of a complete run with a verdict.
 * @param fault the reason why the run is incomplete, in one line, even if it has a verdict
 * @throws NoVerdictError if there is a fault
 */
export function conclude(report: RunReport, fault: string | undefined = report.failure): RunReport {
  if (fault === undefined) return report;
  throw new NoVerdictError(fault, report);
}
