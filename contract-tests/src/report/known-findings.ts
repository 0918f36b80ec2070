import { readJson } from '../files.ts';
import type { KnownFinding } from '../plan/options.ts';
import { RunError } from '../run-error.ts';
import { type RunFinding, withoutRequest } from './findings.ts';
import type { Cell, CredentialCell } from './report.ts';

/**
 * Reads a file of known findings, which is a JSON list.
 * @throws RunError if the file has any other content
 */
export function readKnownFindings(file: string): KnownFinding[] {
  const list = readJson(file, (why) => rejected(`${file} cannot be read (${why})`));
  if (!Array.isArray(list)) throw rejected('expected a JSON list');
  const bad = list.findIndex((entry) => !isKnown(entry));
  if (bad < 0) return list as KnownFinding[];
  throw rejected(
    `entry ${bad + 1}: expected fingerprint (from a report.json), reason, owner, and expires as YYYY-MM-DD, each a string`,
  );
}

function isKnown(value: unknown): boolean {
  const { fingerprint, reason, owner, expires } = Object(value) as Partial<KnownFinding>;
  const texts = [fingerprint, reason, owner].every((text) => typeof text === 'string' && text.trim() !== '');
  return texts && /^\d{4}-\d\d-\d\d$/.test(String(expires)) && !Number.isNaN(Date.parse(String(expires)));
}

const rejected = (what: string): RunError => new RunError(`--known: ${what}`);

/**
 * Marks known findings, which do not fail the run. An expired or unused entry is itself a finding.
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
    const expected = `a finding ${fingerprint.slice(0, 12)}, as listed in the known findings`;
    const [got, next] = isSeen
      ? [
          `an entry that expired on ${expires}`,
          `Ask ${owner} to fix the service, or review the finding and set a later date.`,
        ]
      : ['no such finding', 'Remove the entry.'];
    return [withoutRequest({ code: 'known-finding', level: 'warning', fails: true, expected, got, next })];
  });
  return [...marked, ...faults];
}

/** Returns the reason why findings do not fail the run: at least one finding is known, and none fails. */
export const knownReason = (findings: readonly RunFinding[]): string | undefined =>
  findings.some(({ fails }) => fails) ? undefined : findings.find(({ known }) => known !== undefined)?.known;

/** Returns the reason why a failed cell does not fail the run: all its findings are known. */
export function knownState(cell: Cell | CredentialCell, findings: readonly RunFinding[]): string | undefined {
  if (cell.state !== 'fail') return undefined;
  const reason = knownReason(findingsOfCell(cell, findings));
  return reason === undefined ? undefined : `failed, but known: ${reason}`;
}

/** Returns the findings for a declared response or an invalid credential. */
export const findingsOfCell = (cell: Cell | CredentialCell, findings: readonly RunFinding[]): RunFinding[] =>
  'fault' in cell
    ? findings.filter(({ operation, status }) => cell.operations.includes(operation) && status === '401')
    : findings.filter(({ operation, status }) => cell.operation === operation && cell.status === status);
