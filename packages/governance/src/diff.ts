import { compare } from './comparison/compare.ts';
import { load } from './document/load.ts';
import { buildReport } from './report/build-report.ts';
import type { Report } from './report/report.ts';
import { loadRules } from './rules/index.ts';

/**
 * Compares two documents. A breaking change is refused.
 * @param base and `revision`: a file, a directory, `git:REVISION` or `npm:PACKAGE@VERSION`
 * @throws NoVerdictError when they cannot be compared
 */
export async function diff(base: string, revision: string): Promise<Report> {
  const [before, after] = [load(base), load(revision)];
  const changes = await compare(before, after, await loadRules());
  const reported = changes.map((change) => ({ ...change, isNew: true, fails: change.impact === 'major' }));
  return buildReport(before, after, reported);
}
