import { fingerprint } from '@vehicle-lookup/toolkit/findings';
import type { RunFinding } from './findings.ts';
import type { RunReport } from './report.ts';

/** How the findings of two runs differ. */
export interface ReportComparison {
  appeared: RunFinding[];
  gone: RunFinding[];
  /** The same finding, with another result. */
  changed: { from: RunFinding; to: RunFinding }[];
  verdicts: [from: string, to: string];
}

/** Compares the findings of two reports, by their fingerprints: the place and the code, not what was received. */
export function compareReports(from: RunReport, to: RunReport): ReportComparison {
  const before = byFingerprint(from);
  const after = byFingerprint(to);
  const both = [...after].flatMap(([id, finding]) => {
    const earlier = before.get(id);
    return earlier ? [{ from: earlier, to: finding }] : [];
  });
  return {
    appeared: [...after].flatMap(([id, finding]) => (before.has(id) ? [] : [finding])),
    gone: [...before].flatMap(([id, finding]) => (after.has(id) ? [] : [finding])),
    changed: both.filter((pair) => pair.from.got !== pair.to.got || pair.from.level !== pair.to.level),
    verdicts: [from.verdict, to.verdict],
  };
}

const byFingerprint = ({ findings }: RunReport): Map<string, RunFinding> =>
  new Map(findings.map((finding) => [fingerprint(finding), finding]));
