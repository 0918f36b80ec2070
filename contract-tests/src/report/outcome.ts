import { type Finding, findingLines } from '@vehicle-lookup/toolkit/findings';
import type { RunFinding } from './findings.ts';
import { findingsOfCell, knownReason, knownState } from './known-findings.ts';
import type { Cell, CredentialCell, RunReport } from './report.ts';

/** The result of a test for a part of the report, with the reason why it is skipped or fails. */
export type TestOutcome = { pass: true } | { skip: string } | { fail: string } | { error: string };

/** A declared response. It is skipped if it was not observed and the profile does not require it. */
export function cellOutcome({ operation, status, envelope }: Cell, { cells, findings }: RunReport): TestOutcome {
  const isSame = (other: Cell) =>
    other.operation === operation && other.status === status && other.envelope === envelope;
  const cell = cells.find(isSame);
  return outcomeOf(cell, findings);
}

/** One way of sending one credential wrongly. */
export function credentialOutcome(
  { credential, fault }: CredentialCell,
  { credentials, findings }: RunReport,
): TestOutcome {
  const cell = credentials.find((other) => other.credential === credential && other.fault === fault);
  return outcomeOf(cell, findings);
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
  return { fail: [`contradicted: ${how}`, ...texts(ofAssumption)].join('\n\n') };
}

/** The run as a whole: it fails exactly when the command would not end with 0. It repeats no finding of a cell. */
export function runOutcome({ verdict, findings, cells }: RunReport): TestOutcome {
  if (verdict === 'conformant') return { pass: true };
  const isShown = ({ operation, status, assumption }: Finding) =>
    assumption !== undefined ||
    cells.some((cell) => cell.state === 'fail' && cell.operation === operation && cell.status === status);
  const others = texts(findings.filter((finding) => !isShown(finding)));
  return { fail: [others.length > 0 ? verdict : `${verdict}: see the other tests`, ...others].join('\n\n') };
}

/** What a cell says as a test, in every form of the report. */
export function outcomeOf(cell: Cell | CredentialCell | undefined, findings: readonly RunFinding[]): TestOutcome {
  if (!cell) return { error: 'could not be judged: the report has no such cell' };
  const { state, reason = state, required } = cell;
  if (state === 'pass') return { pass: true };
  if (state === 'not-applicable') return { skip: `not applicable: ${reason}` };
  if (state === 'not-observed' && required) return { fail: `required, and not observed: ${reason}` };
  if (state === 'not-observed') return { skip: `not observed: ${reason}` };
  if (state === 'error') return { error: `not judged: ${reason}` };
  const known = knownState(cell, findings);
  if (known !== undefined) return { skip: known };
  return { fail: texts(findingsOfCell(cell, findings)).join('\n\n') || reason };
}

const texts = (findings: readonly Finding[]): string[] => findings.filter(({ fails }) => fails).map(text);

const text = (finding: Finding): string =>
  [finding.code, ...findingLines(finding).map(([label, line]) => `${label.padEnd(10)} ${line}`)].join('\n');
