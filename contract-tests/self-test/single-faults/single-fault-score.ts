import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanOptions } from '../../src/plan/options.ts';
import type { Profile } from '../../src/plan/profile.ts';
import { type VerifyOptions, verifyContract } from '../../src/verify.ts';
import { account } from '../correct-service.ts';
import { inPool } from '../run.ts';
import { createChange, startService } from '../start.ts';
import { requestFaults, type SingleFault, successFaults } from './single-faults.ts';

/** A mode of running the suite, and the minimum shares of faults that it must find. */
export interface RunMode {
  profile: Profile;
  /** The number of consecutive runs. Several runs share a history. */
  runs: number;
  least: Record<SingleFault['shownBy'], number>;
}

/** The measured modes, in the order of the table in the README. */
export const runModes: readonly RunMode[] = [
  { profile: 'live', runs: 1, least: { success: 1, request: 0.16 } },
  { profile: 'full', runs: 1, least: { success: 1, request: 0.55 } },
  { profile: 'deep', runs: 1, least: { success: 1, request: 1 } },
  { profile: 'live', runs: 10, least: { success: 1, request: 1 } },
  { profile: 'full', runs: 5, least: { success: 1, request: 1 } },
];

/** All faults that affect only one operation, starting with those that every success shows. */
export const singleFaults: readonly SingleFault[] = [...successFaults, ...requestFaults];

/** The run in which a failing finding named the operation, the clause and the request of a fault. */
export interface SingleFaultResult {
  fault: SingleFault;
  /** The number of the run, counted from 1. Undefined if no run found the fault. */
  foundBy: number | undefined;
}

/**
 * Verifies a service with each fault until a run finds the fault.
 * @param options the options; the seed applies only to a single run, because several runs follow their history
 */
export const measureRunMode = (
  { profile, runs }: RunMode,
  faults: readonly SingleFault[],
  { assumptions = 'report', seed = 1 }: Pick<PlanOptions, 'assumptions' | 'seed'> = {},
): Promise<SingleFaultResult[]> =>
  inPool(faults, async (fault) => {
    const { url, fetch, close } = await startService(createChange(fault));
    const directory = mkdtempSync(join(tmpdir(), 'history-'));
    const kept = runs > 1 ? { history: directory } : { seed };
    const options: VerifyOptions = {
      baseUrl: url,
      credentials: account,
      target: 'service',
      profile,
      assumptions,
      fetch,
      ...kept,
    };
    try {
      return { fault, foundBy: await firstRunThatFinds(fault, options, runs) };
    } finally {
      rmSync(directory, { recursive: true });
      await close();
    }
  });

async function firstRunThatFinds(
  { operation, clause, request }: SingleFault,
  options: VerifyOptions,
  runs: number,
): Promise<number | undefined> {
  for (let run = 1; run <= runs; run += 1) {
    const { findings } = await verifyContract(options);
    const isFound = findings.some(
      (finding) =>
        finding.fails && finding.operation === operation && finding.clause === clause && request.test(finding.request),
    );
    if (isFound) return run;
  }
  return undefined;
}

/** Returns the share of faults that were found. Without faults, the share is 1. */
export function shareOf(results: readonly SingleFaultResult[]): number {
  const found = results.filter(({ foundBy }) => foundBy !== undefined).length;
  return results.length === 0 ? 1 : found / results.length;
}
