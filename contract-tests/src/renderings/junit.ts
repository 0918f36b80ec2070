import { countFindings, type JunitSuite, type JunitTest, junit as junitXml } from '@vehicle-lookup/toolkit/findings';
import { groupBy } from '../group-by.ts';
import { assumptionOutcome, cellOutcome, type TestOutcome } from '../report/outcome.ts';
import { cellName, columnOf, type RunReport } from '../report/report.ts';
import { missingTexts, notTestedNames, scopeText, verdictLabels } from './labels.ts';

/** The report as JUnit XML. */
export function junit(report: RunReport): string {
  const { contract, seconds, started } = report;
  const { parts, run } = createTests(report);
  const suites = [...parts, { ...run, seconds, properties: createProperties(report) }];
  return junitXml({ name: `${contract.title} ${contract.version}`, started, seconds, suites });
}

/**
 * The report as tests: a suite for each operation with a test for each cell, then the credentials and the assumptions;
 * and the run as a whole, which passes exactly when it is conformant. What was not observed is skipped.
 */
export function createTests(report: RunReport): { parts: JunitSuite[]; run: JunitSuite } {
  const { cells, credentials, assumptions, findings } = report;
  const parts: JunitSuite[] = [
    ...[...groupBy(cells, ({ operation }) => operation)].map(([name, ofOperation]) => ({
      name,
      tests: ofOperation.map((cell) => testOf(columnOf(cell), cellOutcome(cell, report), cell.state === 'fail')),
    })),
    {
      name: 'credentials',
      tests: credentials.map((cell) => testOf(cellName(cell), cellOutcome(cell, report), cell.state === 'fail')),
    },
    { name: 'assumptions', tests: assumptions.map(({ id }) => testOf(id, assumptionOutcome(id, report))) },
  ];
  const shown = new Set(parts.flatMap(({ tests }) => tests.flatMap((test) => test.findings)));
  const rest = findings.filter((finding) => !shown.has(finding));
  return { parts, run: { name: 'run', tests: [{ ...runTest(report), findings: rest }] } };
}

/** Facts of the whole run. */
function createProperties(report: RunReport): Record<string, string | number> {
  const { verdict, exitCode, address, target, profile, seed, requests } = report;
  const { planned, spent } = requests;
  const levels = Object.entries(countFindings(report.findings)).map(([level, count]) => [`findings.${level}`, count]);
  const scope = { scope: scopeText(report) ?? 'everything was tested', notTested: notTestedNames(report).join('; ') };
  return { verdict, exitCode, address, target, profile, seed, planned, spent, ...scope, ...Object.fromEntries(levels) };
}

/** @param isWrong whether a test that fails does so itself: otherwise the test of the whole run fails for it */
function testOf(name: string, outcome: TestOutcome, isWrong = true): JunitTest {
  const test = { name, message: '', findings: [] };
  if ('pass' in outcome) return { ...test, result: 'passed' };
  if ('skip' in outcome) return { ...test, result: 'skipped', message: outcome.skip };
  if ('error' in outcome) return { ...test, result: 'error', message: outcome.error };
  return { name, result: isWrong ? 'failure' : 'skipped', message: outcome.fail, findings: outcome.findings };
}

function runTest(report: RunReport): Omit<JunitTest, 'findings'> {
  const { verdict, failure = verdictLabels[verdict].text } = report;
  const name = 'is conformant';
  if (verdict === 'conformant') return { name, result: 'passed', message: '' };
  if (verdict === 'no verdict') return { name, result: 'error', message: failure };
  const message = verdict === 'incomplete' ? missingTexts(report).join('; ') : verdict;
  return { name, result: 'failure', message };
}
