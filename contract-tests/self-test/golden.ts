import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NoVerdictError, type RunReport, replayContract, verifyContract } from '../src/index.ts';
import { catalogue, type NamedService } from './catalogue.ts';
import { account, accounts } from './correct-service.ts';
import { fastClock, inPool } from './run.ts';
import type { CorrectService, FaultyService } from './service.ts';
import { createChange, startService } from './start.ts';

/*
 * Shows which reports a change of the suite affects. `record DIR` records a run against each service of the catalogue. `replay
 * DIR` evaluates the recordings and prints a line for each: a digest of its report, the number of its findings, its name. A
 * change that should affect no report must not change this output.
 */

async function recordOne(directory: string, { name, service }: NamedService<FaultyService | CorrectService>) {
  const options: Partial<FaultyService> = service;
  const { target = 'service', profile = 'full', strict = false, secondsPerRequest } = options;
  const { url, fetch, close } = await startService(createChange(service));
  const run = verifyContract({
    baseUrl: url,
    credentials: account,
    fetch,
    target,
    ...(target === 'mock' ? {} : { profile }),
    strict,
    assumptions: 'enforce',
    ...(options.accounts ? { data: accounts } : {}),
    ...(secondsPerRequest === undefined ? {} : { now: fastClock(secondsPerRequest) }),
    record: join(directory, `${name}.har`),
  });
  await reportOf(run).finally(close);
}

async function digestOf(file: string): Promise<string> {
  const report = await reportOf(replayContract(file));
  const digest = createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 16);
  return `${digest} ${report.findings.length}`;
}

/** Returns the report, also of a run without a verdict. */
const reportOf = (run: Promise<RunReport>): Promise<RunReport> =>
  run.catch((error: unknown) => {
    if (error instanceof NoVerdictError) return error.report;
    throw error;
  });

const [mode, directory] = process.argv.slice(2);
if (directory === undefined || (mode !== 'record' && mode !== 'replay')) {
  console.error('Usage: node self-test/golden.ts record|replay DIRECTORY');
  process.exitCode = 2;
} else if (mode === 'record') {
  mkdirSync(directory, { recursive: true });
  await inPool([...catalogue.faulty, ...catalogue.correct], (named) => recordOne(directory, named));
} else {
  const files = readdirSync(directory).filter((name) => name.endsWith('.har'));
  for (const name of files.toSorted()) console.log(`${await digestOf(join(directory, name))} ${name}`);
}
