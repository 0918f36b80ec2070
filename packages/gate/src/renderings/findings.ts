import {
  annotations as annotationLines,
  type Explanation,
  type Finding,
  sarif as sarifLog,
} from '@vehicle-lookup/toolkit/findings';
import type { Report, ReportedChange } from '../report/report.ts';
import { valueText } from './labels.ts';

/** A finding with its location and level, for renderings that accept only findings. */
interface Placed {
  finding: Finding;
  file: string;
  line: number;
  level: 'error' | 'warning' | 'note';
}

/** Returns every change and problem as a finding. */
const placedFindings = ({ changes, problems }: Report): Placed[] => [
  ...changes.map((change) => ({ finding: findingOf(change), ...change.place, level: levelOf(change) })),
  ...problems.map(({ code, fails, what, next, file }): Placed => {
    const finding: Finding = {
      code,
      level: fails ? 'failure' : 'warning',
      fails,
      operation: '',
      status: '',
      expected: 'a release that matches its changes',
      got: withoutStop(what),
      next,
    };
    return { finding, file, line: 1, level: fails ? 'error' : 'warning' };
  }),
];

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

function levelOf({ fails, impact }: ReportedChange): Placed['level'] {
  if (fails) return 'error';
  return impact === 'patch' ? 'note' : 'warning';
}

function findingOf(change: ReportedChange): Finding {
  const { code, fails, operations, pointer, what, why, next, before, clauses, assumptions } = change;
  return {
    code,
    level: fails ? 'failure' : 'warning',
    fails,
    operation: operations.join(', '),
    status: '',
    pointer,
    expected: before === undefined ? 'a part that callers rely on' : valueText(before),
    got: withoutStop(what),
    next: [why, next, ...breaksText(change)].join(' '),
    ...(clauses[0] === undefined ? {} : { clause: clauses.join(', ') }),
    ...(assumptions[0] === undefined ? {} : { assumption: assumptions.join(', ') }),
  };
}

/** Returns a sentence about the consumers that a change breaks; empty if the change breaks no consumer. */
function breaksText({ consumers = [] }: ReportedChange): string[] {
  const broken = consumers.filter(({ effect }) => effect === 'breaks');
  return broken.length === 0 ? [] : [`It breaks ${broken.map(({ name }) => name).join(', ')}.`];
}

/** Returns the report as pull request annotations for the log of a GitHub job. */
export const annotations = (report: Report): string =>
  annotationLines(
    placedFindings(report).map(({ finding, file, line, level }) => ({
      level: level === 'note' ? 'notice' : level,
      file: file.replace(/^(git:[^:]+|npm:[^:]+):/, ''),
      line,
      title: `${finding.code}${finding.operation === '' ? '' : ` ${finding.operation}`}`,
      message: `${finding.got}. ${finding.next}`,
    })),
  );

/** Returns the report as SARIF 2.1.0, with the line of each change. */
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

/** Returns the path of a file without its revision. Problems without a file are reported for the root manifest. */
const fileUri = (file: string): string => encodeURI(file.replace(/^(git:[^:]+|npm:[^:]+):/, '') || 'package.json');
