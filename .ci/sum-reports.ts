import { globSync, readFileSync } from 'node:fs';

/** Sums the JUnit reports of all packages into the closing line `N passed, N failed`; no test at all is a failure. */
const reports = globSync('{spec,packages/*,apps/*,contract-tests,repository-tests}/reports/junit.xml');
const sum = { tests: 0, failures: 0, errors: 0, skipped: 0 };
for (const report of reports) {
  const [suites = ''] = /<testsuites [^>]*>/.exec(readFileSync(report, 'utf8')) ?? [];
  // vitest writes no `skipped` on the outer element: the inner ones have it.
  for (const [, name, count] of suites.matchAll(/ (tests|failures|errors)="(\d+)"/g)) {
    sum[name as keyof typeof sum] += Number(count);
  }
  for (const [, count] of readFileSync(report, 'utf8').matchAll(/<testsuite [^>]*skipped="(\d+)"/g))
    sum.skipped += Number(count);
}
const failed = sum.failures + sum.errors;
const passed = sum.tests - failed - sum.skipped;
console.log(`${passed} passed, ${failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
if (failed > 0 || passed === 0) process.exitCode = 1;
