import { type CodeChanges, isBreaking } from './comparison/change.ts';
import { compare } from './comparison/compare.ts';
import { load } from './document/load.ts';
import { buildReport } from './report/build-report.ts';
import type { Report } from './report/report.ts';
import { rules } from './rules/index.ts';

/**
 * Compares two documents and rejects breaking changes.
 * @param base a file, a directory, `git:REVISION` or `npm:PACKAGE@VERSION`, like `revision`
 * @param consumers locations of usage files
 * @param today the current date, `YYYY-MM-DD`
 * @throws CannotRateError when the documents cannot be compared
 */
export async function diff(
  base: string,
  revision: string,
  codeChanges: CodeChanges,
  consumers: readonly string[] | undefined,
  today: string,
): Promise<Report> {
  const [before, after] = [load(base), load(revision)];
  const changes = await compare(before, after, rules, today);
  const reported = changes.map((change) => ({ ...change, isNew: true, fails: isBreaking(change, codeChanges) }));
  return buildReport(before, after, reported, [], consumers);
}
