import { RunError } from '../run-error.ts';
import { isMissing } from './cells.ts';
import type { RunFinding } from './findings.ts';
import type { Cell, CredentialCell, RunReport, RunVerdict } from './report.ts';

const EXIT = { conformant: 0, 'not conformant': 1, 'no verdict': 2, incomplete: 4 } as const;

/** What the command ends with for a verdict. */
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
