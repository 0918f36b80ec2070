import { junit as junitXml } from '@vehicle-lookup/findings';
import type { RunReport } from '../report/report.ts';
import { createProperties, createTests } from './tests.ts';

/** The report as JUnit XML. */
export function junit(report: RunReport): string {
  const { contract, seconds, started } = report;
  const { parts, run } = createTests(report);
  const suites = [...parts, { ...run, seconds, properties: createProperties(report) }];
  return junitXml({ name: `${contract.title} ${contract.version}`, started, seconds, suites });
}
