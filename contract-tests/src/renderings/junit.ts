import { countFindings, junit as junitXml } from '@vehicle-lookup/toolkit/findings';
import type { RunReport } from '../report/report.ts';
import { reportTests } from '../report/tests.ts';
import { notTestedNames, scopeText } from './labels.ts';

/** Returns the report as JUnit XML. Unobserved cells are skipped; required cells fail the test for the whole run. */
export function junit(report: RunReport): string {
  const { contract, seconds, started } = report;
  const suites = [...reportTests(report)].map(([name, tests]) => ({
    name,
    tests: tests.map((test) => (test.isMissing ? { ...test, result: 'skipped' as const } : test)),
    ...(name === 'run' ? { seconds, properties: createProperties(report) } : {}),
  }));
  return junitXml({ name: `${contract.title} ${contract.version}`, started, seconds, suites });
}

/** Returns the properties of the run. */
function createProperties(report: RunReport): Record<string, string | number> {
  const { verdict, exitCode, address, target, profile, seed, requests } = report;
  const { planned, spent } = requests;
  const levels = Object.entries(countFindings(report.findings)).map(([level, count]) => [`findings.${level}`, count]);
  const scope = { scope: scopeText(report) ?? 'everything was tested', notTested: notTestedNames(report).join('; ') };
  return { verdict, exitCode, address, target, profile, seed, planned, spent, ...scope, ...Object.fromEntries(levels) };
}
