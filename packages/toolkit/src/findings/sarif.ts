import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { Explanation, Finding } from './finding.ts';
import { restsOn } from './finding-text.ts';

export interface SarifReport {
  tool: {
    name: string;
    version: string;
    /** URL of the documentation. */
    informationUri?: string;
    rules: readonly Explanation[];
  };
  /** The files that contain the findings. */
  files: readonly { uri: string; description: string }[];
  /** Returns the location of a finding: the index of its file, and the line from 1. */
  placeOf: (finding: Finding) => { file: number; line: number };
  /** Returns the severity of a finding; default: by level. */
  levelOf?: (finding: Finding) => 'error' | 'warning' | 'note';
  findings: readonly Finding[];
  /** Start time in RFC 3339 format, in UTC. */
  started: string;
  seconds: number;
  exitCode: number;
  /** The reason why there is no verdict, in one line. */
  failure?: string | undefined;
  properties?: Readonly<Record<string, unknown>>;
}

/** Returns findings as SARIF 2.1.0, for code scanning. */
export function sarif(report: SarifReport): string {
  const { tool, files, findings, started, seconds, exitCode, failure, properties = {} } = report;
  const log = {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: { driver: { ...tool, rules: tool.rules.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: failure === undefined,
            startTimeUtc: started,
            endTimeUtc: new Date(Date.parse(started) + seconds * 1000).toISOString(),
            exitCode,
            ...(failure === undefined
              ? {}
              : { toolExecutionNotifications: [{ level: 'error', message: { text: withoutLinks(failure) } }] }),
          },
        ],
        artifacts: files.map(({ uri, description }) => ({ location: { uri }, description: { text: description } })),
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, report)),
        properties: { ...properties },
      },
    ],
  } satisfies Log;
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf({ code, title, text, ...rests }: Explanation): ReportingDescriptor {
  const rest = restsOn(rests);
  const help = rest === undefined ? text : `${text}\nBasis: ${rest}`;
  return { id: code, shortDescription: { text: title }, fullDescription: { text }, help: { text: help } };
}

function resultOf(finding: Finding, { tool, files, placeOf, levelOf = usualLevel }: SarifReport): Result {
  const { code, title, level, operation, status, pointer, expected, got, received, scope, next } = finding;
  const { request, reproduce, reading } = finding;
  const ruleIndex = tool.rules.findIndex((rule) => rule.code === code);
  const name = [operation, status].filter((part) => part !== '').join(' ');
  const rests = restsOn(finding);
  const { file, line } = placeOf(finding);
  return {
    ruleId: code,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: levelOf(finding),
    message: {
      text: withoutLinks(
        `${name}${name ? ': ' : ''}${title === undefined ? '' : `${title}: `}expected ${expected}, got ${got}. ${next}`,
      ),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: files[file]?.uri ?? '', index: file },
          region: { startLine: line },
        },
        ...(name === '' ? {} : { logicalLocations: [{ name, kind: 'function' }] }),
      },
    ],
    partialFingerprints: { 'finding/v1': fingerprint(finding) },
    properties: {
      level,
      operation,
      status,
      ...(pointer === undefined ? {} : { pointer }),
      ...(received === undefined ? {} : { received }),
      ...(scope === undefined ? {} : { scope }),
      ...(rests === undefined ? {} : { restsOn: rests }),
      ...(reading === undefined ? {} : { reading }),
      ...(request === undefined ? {} : { request }),
      ...(reproduce === undefined ? {} : { reproduce }),
    },
  };
}

const usualLevel = ({ fails, level }: Finding) => (fails ? 'error' : level === 'drift' ? 'note' : 'warning');

/** Escapes brackets, which would otherwise form a link (SARIF 2.1.0, section 3.11.6). */
const withoutLinks = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

/** Returns a hash that identifies the same defect in other reports, regardless of values and list indices. */
export function fingerprint({ code, operation, status, pointer = '', variant }: Finding): string {
  const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  return createHash('sha256')
    .update(JSON.stringify([code, operation, status, place, ...(variant === undefined ? [] : [variant])]))
    .digest('hex');
}
