import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sarif as sarifLog } from '@vehicle-lookup/toolkit/findings';
import { explanations } from '../report/explain.ts';
import type { RunReport } from '../report/report.ts';
import { suiteHomepage, suiteVersion } from '../suite-version.ts';

/** The file in which results are located, as published by the specification package. */
const DOCUMENT = 'openapi.yaml';

/** Renders the findings as SARIF 2.1.0, each located at its operation in the document. */
export function sarif({
  contract,
  verdict,
  notTested,
  failure,
  findings,
  started,
  seconds,
  exitCode,
}: RunReport): string {
  const lines = operationLines();
  return sarifLog({
    tool: {
      name: 'vehicle-lookup-contract',
      version: suiteVersion(),
      informationUri: suiteHomepage(),
      rules: explanations(),
    },
    files: [{ uri: DOCUMENT, description: `${contract.title} ${contract.version}` }],
    placeOf: ({ operation }) => ({ file: 0, line: lines.get(operation) ?? 1 }),
    findings,
    started,
    seconds,
    exitCode,
    failure,
    properties: { verdict, notTested },
  });
}

/** Returns the line of each operation in openapi.yaml, counted from 1. */
function operationLines(): Map<string, number> {
  const file = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.yaml');
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line, index) => {
      const [, operation] = /^ *operationId: (\S+)$/.exec(line) ?? [];
      return operation === undefined ? [] : [[operation, index + 1] as const];
    }),
  );
}
