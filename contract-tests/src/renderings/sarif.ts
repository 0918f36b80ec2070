import { createHash } from 'node:crypto';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { type Explanation, explanations } from '../explain.ts';
import type { Finding } from '../finding.ts';
import { restsOn } from '../finding-text.ts';
import type { Report } from '../report.ts';
import { suiteVersion } from '../suite-version.ts';
import { operationLines } from './operation-lines.ts';

/** The file that results are placed in, as published by the package of the document. */
const DOCUMENT = 'openapi.yaml';

/** The findings as SARIF 2.1.0, each at the operation in the document that it is about. */
export function sarif(report: Report): string {
  const { findings, started, seconds, verdict, exitCode, failure, contract } = report;
  const rules = explanations();
  const lines = operationLines();
  const log = {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: {
          driver: { name: 'vehicle-lookup-contract', version: suiteVersion(), rules: rules.map(ruleOf) },
        },
        invocations: [
          {
            executionSuccessful: verdict !== 'no verdict',
            startTimeUtc: started,
            endTimeUtc: new Date(Date.parse(started) + seconds * 1000).toISOString(),
            exitCode,
            ...(failure === undefined
              ? {}
              : { toolExecutionNotifications: [{ level: 'error', message: { text: plain(failure) } }] }),
          },
        ],
        artifacts: [{ location: { uri: DOCUMENT }, description: { text: `${contract.title} ${contract.version}` } }],
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, rules, lines)),
        properties: { verdict },
      },
    ],
  } satisfies Log;
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf({ code, title, text, clause }: Explanation): ReportingDescriptor {
  const help = clause === undefined ? text : `${text}\nRests on: ${clause}`;
  return { id: code, shortDescription: { text: title }, fullDescription: { text }, help: { text: help } };
}

function resultOf(finding: Finding, rules: readonly Explanation[], lines: ReadonlyMap<string, number>): Result {
  const { code, level, fails, operation, status, pointer, expected, got, next, request, reproduce } = finding;
  const ruleIndex = rules.findIndex((rule) => rule.code === code);
  const name = [operation, status].filter((part) => part !== '').join(' ');
  const rests = restsOn(finding);
  return {
    ruleId: code,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: fails ? 'error' : level === 'drift' ? 'note' : 'warning',
    message: { text: plain(`${name}${name ? ': ' : ''}expected ${expected}, got ${got}. ${next}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: DOCUMENT, index: 0 },
          region: { startLine: lines.get(operation) ?? 1 },
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
      ...(rests === undefined ? {} : { restsOn: rests }),
      request,
      reproduce,
    },
  };
}

/** Brackets would be a link (SARIF 2.1.0, section 3.11.6). */
const plain = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

/** The same defect in another run, whatever the values and the number of elements. */
function fingerprint({ code, operation, status, pointer = '' }: Finding): string {
  const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  return createHash('sha256')
    .update(JSON.stringify([code, operation, status, place]))
    .digest('hex');
}
