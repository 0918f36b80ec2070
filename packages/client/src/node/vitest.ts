import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cwd, env, pid } from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { threadId } from 'node:worker_threads';
import { joinUsage, type UsageFile } from '../fakes/usage/usage.ts';
import { recordUsage } from './record-usage.ts';
import { contractOfClient, programOf, readUsage, USAGE_FILE, writeUsage } from './usage-file.ts';

// For vitest, as globalSetup and as one of setupFiles: each process notes what it uses in a file of its own, and after the last test
// they become one.

const PARTS = 'VEHICLE_LOOKUP_USAGE_PARTS';

/** The process that records: where test files share one, this module may be loaded again for each of them. */
const RECORDER = 'VEHICLE_LOOKUP_USAGE_RECORDER';

const [parts, own] = [env[PARTS], `${pid}-${threadId}`];
if (parts !== undefined && env[RECORDER] !== own) {
  env[RECORDER] = own;
  const file = join(parts, `${own}-${randomUUID()}.json`);
  // A process may be ended at any time: it writes whatever is new immediately.
  recordUsage({ onNew: (recording) => recording.write(file) });
}

/** What vitest tells its globalSetup. */
interface VitestProject {
  config: { root: string; testNamePattern?: unknown };
  vitest?: { filenamePattern?: unknown };
}

/**
 * Begins a recording of all test files of a run.
 * @returns ends it, and writes `vehicle-lookup.usage.json` next to the package.json. A run of some tests adds to the file. In CI (`CI` is
 * set), the file is not written: the run fails if the file is outdated.
 */
export function setup(project: VitestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-usage-'));
  env[PARTS] = directory;
  const isPart = (project.vitest?.filenamePattern ?? project.config.testNamePattern) !== undefined;
  return () => {
    delete env[PARTS];
    const found = readdirSync(directory).flatMap((name) => readUsage(join(directory, name)) ?? []);
    rmSync(directory, { recursive: true, force: true });
    const { home, consumer } = programOf(project.config.root ?? cwd());
    const file = join(home, USAGE_FILE);
    const before = readUsage(file);
    const all = [...found, ...(isPart && before ? [before] : [])];
    const operations = joinUsage(all.map((usage) => usage.operations));
    finish(file, before, { usageVersion: 1, consumer, contract: contractOfClient(), operations });
  };
}

function finish(file: string, before: UsageFile | undefined, usage: UsageFile): void {
  if (!env.CI || env.CI === 'false') {
    writeUsage(file, usage);
    return;
  }
  if (isDeepStrictEqual(before?.operations, usage.operations)) return;
  throw new Error(`${file} is not what the tests use of the interface; run them without CI and commit the file.`);
}
