import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './support/repository.ts';
import { run } from './support/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a report as vitest does. */
function report(of: string, tests: number, failures: number, skipped = 0): void {
  const file = join(folder, of, 'reports/junit.xml');
  mkdirSync(dirname(file), { recursive: true });
  const counts = `tests="${tests}" failures="${failures}" errors="0"`;
  const suite = `<testsuite name="a" ${counts} skipped="${skipped}"></testsuite>`;
  writeFileSync(file, `<?xml version="1.0"?>\n<testsuites name="v" ${counts} time="1">${suite}</testsuites>\n`);
}

const close = (status?: string) => run(join(root, '.ci/sum-reports.ts'), status ? [status] : [], { cwd: folder });

test('the reports of all packages are summed; skipped tests have a line of their own before', async () => {
  report('spec', 5, 0);
  report('packages/one', 7, 0, 2);
  expect(await close('0')).toEqual({ code: 0, out: '2 skipped\n10 passed, 0 failed\n', err: '' });
});

test('failed tests are counted', async () => {
  report('apps/one', 5, 2);
  expect(await close('1')).toMatchObject({ code: 1, out: '3 passed, 2 failed\n' });
});

test('a step that failed without a failed test counts as one', async () => {
  report('spec', 5, 0);
  expect(await close('1')).toMatchObject({ code: 1, out: '5 passed, 1 failed\n' });
});

test('no test at all is a failure', async () => {
  expect(await close()).toMatchObject({ code: 1, out: '0 passed, 1 failed\n' });
});
