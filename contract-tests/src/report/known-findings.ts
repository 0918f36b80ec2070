import { readJson } from '../files.ts';
import type { KnownFinding } from '../plan/options.ts';
import { RunError } from '../run-error.ts';
import { type RunFinding, withoutRequest } from './findings.ts';
import type { Cell, CredentialCell } from './report.ts';

/**
 * Reads a file of known findings: a JSON list.
 * @throws RunError when it is anything else
 */
export function readKnownFindings(file: string): KnownFinding[] {
  const list = readJson(file, (why) => rejected(`${file} cannot be read (${why})`));
  if (!Array.isArray(list)) throw rejected('expected a JSON list');
  const bad = list.findIndex((entry) => !isKnown(entry));
  if (bad < 0) return list as KnownFinding[];
  throw rejected(
    `entry ${bad + 1}: expected fingerprint (of a report.json), reason, owner, and expires as YYYY-MM-DD, each a text`,
  );
}

function isKnown(value: unknown): boolean {
  const { fingerprint, reason, owner, expires } = Object(value) as Partial<KnownFinding>;
  const texts = [fingerprint, reason, owner].every((text) => typeof text === 'string' && text.trim() !== '');
  return texts && /^\d{4}-\d\d-\d\d$/.test(String(expires)) && !Number.isNaN(Date.parse(String(expires)));
}

const rejected = (what: string): RunError => new RunError(`--known: ${what}`);

/**
 * Known findings do not fail the run. An entry that has expired, or that no finding needs any longer, is itself a finding.
 * @param today `YYYY-MM-DD`
 */
export function applyKnown(
  findings: readonly RunFinding[],
  known: readonly KnownFinding[],
  today: string,
): RunFinding[] {
  const valid = new Map(known.filter(({ expires }) => expires >= today).map((entry) => [entry.fingerprint, entry]));
  const seen = new Set(findings.map(({ fingerprint }) => fingerprint));
  const marked = findings.map((finding) => {
    const entry = valid.get(finding.fingerprint ?? '');
    if (!entry) return finding;
    return { ...finding, fails: false, known: `${entry.reason} (${entry.owner}, until ${entry.expires})` };
  });
  const faults = known.flatMap(({ fingerprint, owner, expires }) => {
    const isSeen = seen.has(fingerprint);
    if (isSeen && expires >= today) return [];
    const expected = `a finding ${fingerprint.slice(0, 12)}, as the file of known findings says`;
    const [got, next] = isSeen
      ? [
          `an entry that expired on ${expires}`,
          `Let ${owner} fix the service, or look at it again and set another date.`,
        ]
      : ['no such finding', 'Remove the entry.'];
    return [withoutRequest({ code: 'known-finding', level: 'warning', fails: true, expected, got, next })];
  });
  return [...marked, ...faults];
}

/** Why findings do not fail the run: one of them is known, and none of them fails. */
export const knownReason = (findings: readonly RunFinding[]): string | undefined =>
  findings.some(({ fails }) => fails) ? undefined : findings.find(({ known }) => known !== undefined)?.known;

/** Why a wrong cell does not fail the run: all its findings are known. */
export function knownState(cell: Cell | CredentialCell, findings: readonly RunFinding[]): string | undefined {
  if (cell.state !== 'fail') return undefined;
  const reason = knownReason(findingsOfCell(cell, findings));
  return reason === undefined ? undefined : `wrong, and known: ${reason}`;
}

/** What was found at a declared response, or at one way of sending a credential. */
export const findingsOfCell = (cell: Cell | CredentialCell, findings: readonly RunFinding[]): RunFinding[] =>
  'fault' in cell
    ? findings.filter(({ operation, status }) => cell.operations.includes(operation) && status === '401')
    : findings.filter(({ operation, status }) => cell.operation === operation && cell.status === status);
