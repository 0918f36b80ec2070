import { groupBy } from '../group-by.ts';
import { cellName, columnOf, missingTexts } from './cells.ts';
import type { RunFinding } from './findings.ts';
import { findingsOfCell, knownReason, knownState } from './known-findings.ts';
import type { AssumptionResult, Cell, CredentialCell, RunReport } from './report.ts';

/** The outcome of a test for a part of the report: a one-line reason if it did not pass, and the findings that fail it. */
export interface TestOutcome {
  result: 'passed' | 'failure' | 'error' | 'skipped';
  message: string;
  findings: readonly RunFinding[];
  /** Whether the test fails only because a required response was not observed. */
  isMissing?: true;
}

export interface ReportTest extends TestOutcome {
  name: string;
}

/** The name of the test for the whole run. */
export const RUN_TEST = 'the run is conformant';

/**
 * Converts the report to tests: a suite for each operation with a test for each cell, then the credentials, the assumptions,
 * and a test for the whole run, which passes only if the run is conformant.
 */
export function reportTests(report: RunReport): Map<string, ReportTest[]> {
  const { cells, credentials, assumptions, findings } = report;
  const suites = new Map<string, ReportTest[]>();
  for (const [operation, ofOperation] of groupBy(cells, (cell) => cell.operation)) {
    const tests = ofOperation.map((cell) => ({ name: columnOf(cell), ...cellOutcome(cell, findings) }));
    suites.set(operation, tests);
  }
  const ofCredentials = credentials.map((cell) => ({ name: cellName(cell), ...cellOutcome(cell, findings) }));
  suites.set('credentials', ofCredentials);
  const ofAssumptions = assumptions.map((result) => ({ name: result.id, ...assumptionOutcome(result, report) }));
  suites.set('assumptions', ofAssumptions);
  const shown = new Set([...suites.values()].flat().flatMap((test) => test.findings));
  const others = findings.filter((finding) => !shown.has(finding));
  return suites.set('run', [{ name: RUN_TEST, ...runOutcome(report, others) }]);
}

const skipped = (message: string): TestOutcome => ({ result: 'skipped', message, findings: [] });
const PASSED: TestOutcome = { result: 'passed', message: '', findings: [] };

function cellOutcome(cell: Cell | CredentialCell, findings: readonly RunFinding[]): TestOutcome {
  const { state, reason = state, required } = cell;
  if (state === 'pass') return PASSED;
  if (state === 'not-applicable') return skipped(`not applicable: ${reason}`);
  if (state === 'error') return { result: 'error', message: `not judged: ${reason}`, findings: [] };
  if (state === 'not-observed') {
    if (!required) return skipped(`not observed: ${reason}`);
    return { result: 'failure', message: `required but not observed: ${reason}`, findings: [], isMissing: true };
  }
  const known = knownState(cell, findings);
  if (known !== undefined) return skipped(known);
  const failing = findingsOfCell(cell, findings).filter(({ fails }) => fails);
  const [first] = failing;
  const message = first ? `${first.code}: expected ${first.expected}, got ${first.got}` : reason;
  return { result: 'failure', message, findings: failing };
}

/** Returns the outcome of an assumption, which fails if it was contradicted and assumptions are enforced. */
function assumptionOutcome({ id, state, how }: AssumptionResult, report: RunReport): TestOutcome {
  if (state === 'confirmed') return PASSED;
  if (state !== 'contradicted') return skipped(how);
  if (report.assumptionsMode === 'report') return skipped(`contradicted, but only reported: ${how}`);
  const ofAssumption = report.findings.filter(({ assumption }) => assumption === id);
  const known = knownReason(ofAssumption);
  if (known !== undefined) return skipped(`contradicted, but known: ${known}`);
  const failing = ofAssumption.filter(({ fails }) => fails);
  return { result: 'failure', message: `contradicted: ${how}`, findings: failing };
}

/** Returns the outcome of the whole run. @param others findings that no other test shows */
function runOutcome(report: RunReport, others: readonly RunFinding[]): TestOutcome {
  const { verdict, failure = verdict } = report;
  if (verdict === 'conformant') return { ...PASSED, findings: others };
  if (verdict === 'no verdict') return { result: 'error', message: failure, findings: others };
  const message = verdict === 'incomplete' ? missingTexts(report).join('; ') : `${verdict}: see the other tests`;
  return { result: 'failure', message, findings: others };
}
