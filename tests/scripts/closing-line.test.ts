import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

/** Writes a report like Vitest. */
function writeReport(of: string, tests: number, failures: number, skipped = 0): void {
  const file = join(directory, of, 'reports/junit.xml');
  mkdirSync(dirname(file), { recursive: true });
  const counts = `tests="${tests}" failures="${failures}" errors="0"`;
  const suite = `<testsuite name="a" ${counts} skipped="${skipped}"></testsuite>`;
  writeFileSync(file, `<?xml version="1.0"?>\n<testsuites name="v" ${counts} time="1">${suite}</testsuites>\n`);
}

const closingLine = (status?: string) =>
  run(join(root, '.ci/sum-reports.ts'), status ? [status] : [], { cwd: directory });

test('the reports of all packages are summed, and skipped tests are printed on the line above', async () => {
  writeReport('spec', 5, 0);
  writeReport('packages/one', 7, 0, 2);
  expect(await closingLine('0')).toEqual({ code: 0, out: '2 skipped\n10 passed, 0 failed\n', err: '' });
});

test('failed tests are counted', async () => {
  writeReport('apps/one', 5, 2);
  expect(await closingLine('1')).toMatchObject({ code: 1, out: '3 passed, 2 failed\n' });
});

test('a failed step without a failed test counts as one failure', async () => {
  writeReport('spec', 5, 0);
  expect(await closingLine('1')).toMatchObject({ code: 1, out: '5 passed, 1 failed\n' });
});

test('a run without tests is a failure', async () => {
  expect(await closingLine()).toMatchObject({ code: 1, out: '0 passed, 1 failed\n' });
});
