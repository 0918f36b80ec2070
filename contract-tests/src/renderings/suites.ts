import { countFindings } from '../counts.ts';
import type { Finding } from '../finding.ts';
import { groupBy } from '../group.ts';
import { assumptionOutcome } from '../outcome.ts';
import type { Cell, CredentialCell, Report } from '../report.ts';
import { missingOf } from './grid.ts';
import { columnOf, states, verdicts } from './words.ts';

/** A part of the report as a test. */
export interface Test {
  name: string;
  result: 'passed' | 'failure' | 'error' | 'skipped';
  /** One line; empty where it passed. */
  message: string;
  findings: readonly Finding[];
}

export interface Suite {
  name: string;
  tests: Test[];
}

/**
 * The report as tests: a suite for each operation with a test for each cell, then the credentials, the assumptions, and
 * the run as a whole, which passes exactly when the run is conformant. What was not observed is skipped.
 */
export function suitesOf(report: Report): Suite[] {
  const { cells, credentials, assumptions, findings } = report;
  const failing = (operations: readonly string[], status: string): Finding[] =>
    findings.filter((one) => one.fails && operations.includes(one.operation) && one.status === status);
  const parts: Suite[] = [
    ...[...groupBy(cells, ({ operation }) => operation)].map(([name, own]) => ({
      name,
      tests: own.map((cell) => cellTest(columnOf(cell), cell, failing([cell.operation], cell.status))),
    })),
    {
      name: 'credentials',
      tests: credentials.map((cell) =>
        cellTest(`${cell.credential} ${cell.fault}`, cell, failing(cell.operations, '401')),
      ),
    },
    { name: 'assumptions', tests: assumptions.map(({ id }) => assumptionTest(id, report)) },
  ];
  const told = new Set(parts.flatMap(({ tests }) => tests.flatMap((one) => one.findings)));
  const rest = findings.filter((finding) => !told.has(finding));
  return [...parts, { name: 'run', tests: [{ ...runTest(report), findings: rest }] }];
}

/** Facts of the whole run. */
export function propertiesOf(report: Report): Record<string, string | number> {
  const { verdict, exitCode, address, target, profile, seed, requests } = report;
  const { planned, spent } = requests;
  const levels = Object.entries(countFindings(report.findings)).map(([level, count]) => [`findings.${level}`, count]);
  return { verdict, exitCode, address, target, profile, seed, planned, spent, ...Object.fromEntries(levels) };
}

function cellTest(name: string, { state, reason = '' }: Cell | CredentialCell, findings: readonly Finding[]): Test {
  if (state === 'pass') return { name, result: 'passed', message: '', findings: [] };
  if (state === 'error') return { name, result: 'error', message: reason, findings: [] };
  if (state !== 'fail') return { name, result: 'skipped', message: `${states[state].text}: ${reason}`, findings: [] };
  const [first] = findings;
  const message = first ? `${first.code}: expected ${first.expected}, got ${first.got}` : reason;
  return { name, result: 'failure', message, findings };
}

function assumptionTest(id: string, report: Report): Test {
  const outcome = assumptionOutcome(id, report);
  if ('pass' in outcome) return { name: id, result: 'passed', message: '', findings: [] };
  if ('skip' in outcome) return { name: id, result: 'skipped', message: outcome.skip, findings: [] };
  const how = report.assumptions.find((one) => one.id === id)?.how ?? '';
  const findings = report.findings.filter(({ assumption }) => assumption === id);
  return { name: id, result: 'failure', message: `contradicted: ${how}`, findings };
}

function runTest(report: Report): Omit<Test, 'findings'> {
  const { verdict, failure } = report;
  const name = 'is conformant';
  switch (verdict) {
    case 'conformant':
      return { name, result: 'passed', message: '' };
    case 'not conformant':
      return { name, result: 'failure', message: verdict };
    case 'incomplete': {
      const message = missingOf(report)
        .map(({ how, names }) => `${how}: ${names.join(', ')}`)
        .join('; ');
      return { name, result: 'failure', message };
    }
    case 'no verdict':
      return { name, result: 'error', message: failure ?? verdicts[verdict].text };
  }
}
