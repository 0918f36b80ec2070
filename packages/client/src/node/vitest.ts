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

// For Vitest, both as globalSetup and in setupFiles. Each process records its API usage in its own file. After the last test, the files
// are merged.

const PARTS = 'VEHICLE_LOOKUP_USAGE_PARTS';

/** The process that records: if test files share a process, this module may be loaded again for each file. */
const RECORDER = 'VEHICLE_LOOKUP_USAGE_RECORDER';

const [parts, own] = [env[PARTS], `${pid}-${threadId}`];
if (parts !== undefined && env[RECORDER] !== own) {
  env[RECORDER] = own;
  const file = join(parts, `${own}-${randomUUID()}.json`);
  // A process may end at any time, so new usage is written immediately.
  recordUsage({ onNew: (recording) => recording.write(file) });
}

/** The argument that Vitest passes to its globalSetup. */
interface VitestProject {
  config: { root: string; testNamePattern?: unknown };
  vitest?: { filenamePattern?: unknown };
}

/**
 * Starts recording the API usage of all test files in a run.
 * @returns a function that stops the recording and writes `vehicle-lookup.usage.json` next to the package.json. A run of some tests
 * adds to the file. In CI (`CI` is set), the file is not written, and an outdated file fails the run.
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
  throw new Error(`${file} does not match the tests' API usage; run the tests without CI and commit the file.`);
}
