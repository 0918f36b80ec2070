import type { RunFinding } from './findings.ts';
import { findingsOfCell, knownReason, knownState } from './known-findings.ts';
import { type Cell, type CredentialCell, cellName, type RunReport } from './report.ts';

/** The result of a test for a part of the report: why it is skipped, or one line that says why it fails, and its findings. */
export type TestOutcome =
  | { pass: true }
  | { skip: string }
  | { fail: string; findings: readonly RunFinding[] }
  | { error: string };

/**
 * A declared response, or one way of sending one credential wrongly. It is skipped if it was not observed and the profile does
 * not require it.
 */
export function cellOutcome(place: Cell | CredentialCell, report: RunReport): TestOutcome {
  const { cells, credentials, findings } = report;
  const cell = [...cells, ...credentials].find((other) => cellName(other) === cellName(place));
  if (!cell) return { error: 'could not be judged: the report has no such cell' };
  const { state, reason = state, required } = cell;
  if (state === 'pass') return { pass: true };
  if (state === 'not-applicable') return { skip: `not applicable: ${reason}` };
  if (state === 'not-observed' && required) return { fail: `required, and not observed: ${reason}`, findings: [] };
  if (state === 'not-observed') return { skip: `not observed: ${reason}` };
  if (state === 'error') return { error: `not judged: ${reason}` };
  const known = knownState(cell, findings);
  if (known !== undefined) return { skip: known };
  const failing = findingsOfCell(cell, findings).filter(({ fails }) => fails);
  const [first] = failing;
  return { fail: first ? `${first.code}: expected ${first.expected}, got ${first.got}` : reason, findings: failing };
}

/** An assumption of the document. It fails if it was contradicted and assumptions are enforced. */
export function assumptionOutcome(id: string, { assumptions, assumptionsMode, findings }: RunReport): TestOutcome {
  const { state, how } = assumptions.find((other) => other.id === id) ?? { state: 'not-observed', how: 'not judged' };
  if (state === 'confirmed') return { pass: true };
  if (state !== 'contradicted') return { skip: how };
  if (assumptionsMode === 'report') return { skip: `contradicted, and only reported: ${how}` };
  const ofAssumption = findings.filter(({ assumption }) => assumption === id);
  const known = knownReason(ofAssumption);
  if (known !== undefined) return { skip: `contradicted, and known: ${known}` };
  return { fail: `contradicted: ${how}`, findings: ofAssumption.filter(({ fails }) => fails) };
}

/** The run as a whole: it fails exactly when the command would not end with 0. It repeats no finding of a cell. */
export function runOutcome({ verdict, findings, cells }: RunReport): TestOutcome {
  if (verdict === 'conformant') return { pass: true };
  const isShown = ({ operation, status, assumption }: RunFinding) =>
    assumption !== undefined ||
    cells.some((cell) => cell.state === 'fail' && cell.operation === operation && cell.status === status);
  const others = findings.filter((finding) => finding.fails && !isShown(finding));
  return { fail: others.length > 0 ? verdict : `${verdict}: see the other tests`, findings: others };
}
