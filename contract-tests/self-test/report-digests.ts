import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NoVerdictError, replayContract } from '../src/index.ts';
import { catalogue } from './catalogue.ts';
import { inPool, verifyCorrect, verifyFaulty } from './run.ts';

/*
 * Shows which reports a change to the suite affects. `record DIRECTORY` records a run against each service of the catalogue.
 * `replay DIRECTORY` evaluates the recordings and prints the digest of each report. A change that should not affect reports
 * must not change this output.
 */

/** Returns the report, even if the run has no verdict. */
const reportOf = (run: Promise<unknown>): Promise<unknown> =>
  run.catch((error: unknown) => {
    if (error instanceof NoVerdictError) return error.report;
    throw error;
  });

async function digestOf(file: string): Promise<string> {
  const report = await reportOf(replayContract(file));
  return createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 16);
}

const [mode, directory] = process.argv.slice(2);
if (directory === undefined || (mode !== 'record' && mode !== 'replay')) {
  console.error('Usage: node self-test/report-digests.ts record|replay DIRECTORY');
  process.exitCode = 2;
} else if (mode === 'record') {
  mkdirSync(directory, { recursive: true });
  const options = (name: string) => ({ record: join(directory, `${name}.har`) });
  await inPool(catalogue.faulty, (fault) => reportOf(verifyFaulty(fault, options(fault.name))));
  await inPool(catalogue.correct, (correct) => reportOf(verifyCorrect(correct, options(correct.name))));
} else {
  const files = readdirSync(directory).filter((name) => name.endsWith('.har'));
  for (const name of files.toSorted()) console.log(`${await digestOf(join(directory, name))} ${name}`);
}
