import { type Explanation, sarif as sarifLog } from '@vehicle-lookup/findings';
import type { Report } from '../report/report.ts';
import { placedFindings } from './findings.ts';

/** The report as SARIF 2.1.0, each change at its line. */
export function sarif(report: Report, rules: readonly Explanation[], started: string): string {
  const placed = placedFindings(report);
  const files = [...new Set(placed.map(({ file }) => fileUri(file)))];
  const placeOf = new Map(placed.map(({ finding, ...place }) => [finding, place]));
  return sarifLog({
    tool: { ...report.tool, rules },
    files: files.map((uri) => ({ uri, description: 'a file of the contract' })),
    placeOf: (finding) => {
      const { file = '', line = 1 } = placeOf.get(finding) ?? {};
      return { file: files.indexOf(fileUri(file)), line };
    },
    levelOf: (finding) => placeOf.get(finding)?.level ?? 'warning',
    findings: placed.map(({ finding }) => finding),
    started,
    seconds: 0,
    exitCode: report.exitCode,
    failure: report.failure,
    properties: { verdict: report.verdict, impact: report.impact },
  });
}

/** A file of a revision is named by its path alone. Where a problem is about no file, it is about the repository. */
const fileUri = (file: string): string => encodeURI(file.replace(/^(git:[^:]+|npm:[^:]+):/, '') || 'package.json');
