import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceBreaks } from '@vehicle-lookup/gate';
import { bin, root, run } from '@vehicle-lookup/testing';

/*
 * Writes the changes of the next release to spec/changes/<version>.json: the gate's changes since the last release, with the people
 * who accepted them. Removes the acknowledgements, which are no longer needed. The documentation shows the record.
 */
const spec = join(root, 'spec');
const { version } = JSON.parse(readFileSync(join(spec, 'package.json'), 'utf8')) as { version: string };
const isFirst = !process.argv.includes('--since-last');
const { out, err } = await run(bin('gate'), ['check', '--json', ...(isFirst ? ['--base', 'none'] : [])], { cwd: root });
const report = readReport(out, err);

/** The changes with the fields that do not depend on file locations or a branch. A new version is not itself a change to the contract. */
const changes = report.changes
  .filter(({ pointer }) => pointer !== '/info/version')
  .map(({ place, fails, isNew, before, after, clauses, assumptions, ...kept }) => kept);
const since = report.base?.version;
const record = { version, ...(since === undefined ? {} : { since }), changes: isFirst ? [] : changes };
mkdirSync(join(spec, 'changes'), { recursive: true });
writeFileSync(join(spec, 'changes', `${version}.json`), `${JSON.stringify(record, null, 2)}\n`);
rmSync(join(spec, 'acknowledged'), { recursive: true, force: true });
announceBreaks(root, version, record.changes);

interface Report {
  verdict?: string;
  failure?: string;
  base?: { version: string };
  changes: Record<string, unknown>[];
}

function readReport(text: string, error: string): Report {
  const report = text === '' ? { failure: error, changes: [] } : (JSON.parse(text) as Report);
  if (report.verdict === 'accepted') return report;
  const why = report.failure?.trim() ?? 'the gate rejects this release; to see the reason, run `node scripts/gate.ts`';
  console.error(`spec/changes: nothing was recorded: ${why}`);
  process.exit(1);
}
