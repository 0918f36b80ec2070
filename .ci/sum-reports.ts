import { globSync, readFileSync } from 'node:fs';

/**
 * Sums the JUnit reports of all packages below the working directory into the closing line `N passed, N failed`. The argument is
 * the exit code of the check. A failed step without a failed test counts as one failure, as does a check without tests.
 */
const [status = '0'] = process.argv.slice(2);
const reports = globSync('{spec,packages/*,apps/*,contract-tests,tests}/reports/junit.xml');
const sum = { tests: 0, failures: 0, errors: 0, skipped: 0 };
for (const report of reports) {
  const text = readFileSync(report, 'utf8');
  const [suites = ''] = /<testsuites [^>]*>/.exec(text) ?? [];
  for (const [, name, count] of suites.matchAll(/ (tests|failures|errors)="(\d+)"/g)) {
    sum[name as keyof typeof sum] += Number(count);
  }
  // vitest writes `skipped` only on the inner elements.
  for (const [, count] of text.matchAll(/<testsuite [^>]*skipped="(\d+)"/g)) sum.skipped += Number(count);
}
const passed = sum.tests - sum.failures - sum.errors - sum.skipped;
const failed = sum.failures + sum.errors || Number(status !== '0' || passed === 0);
if (sum.skipped > 0) console.log(`${sum.skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
