import { sarif as sarifLog } from '@vehicle-lookup/findings';
import { explanations } from '../report/explain.ts';
import type { RunReport } from '../report/report.ts';
import { suiteVersion } from '../suite-version.ts';
import { operationLines } from './operation-lines.ts';

/** The file that results are placed in, as published by the package of the document. */
const DOCUMENT = 'openapi.yaml';

/** The findings as SARIF 2.1.0, each at the operation in the document that it is about. */
export function sarif({ contract, verdict, failure, findings, started, seconds, exitCode }: RunReport): string {
  const lines = operationLines();
  return sarifLog({
    tool: { name: 'vehicle-lookup-contract', version: suiteVersion(), rules: explanations() },
    files: [{ uri: DOCUMENT, description: `${contract.title} ${contract.version}` }],
    placeOf: ({ operation }) => ({ file: 0, line: lines.get(operation) ?? 1 }),
    findings,
    started,
    seconds,
    exitCode,
    failure,
    properties: { verdict },
  });
}
