import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '@vehicle-lookup/findings';
import type { Profile } from '../plan/profile.ts';
import { verifyContract } from '../verify.ts';
import { account } from './correct-service.ts';
import { inPool } from './pool.ts';
import { type SingleFault, singleFaults } from './single-faults.ts';
import { changeOf, startService } from './start.ts';

/** Whether a fault of one operation was found, at its place and with its clause, and by which run of several. */
export interface SingleFaultResult {
  fault: SingleFault;
  /** Counted from 1; undefined: by no run. */
  foundBy?: number;
}

/**
 * Verifies a service for every fault in every operation where it is possible, without enforced assumptions.
 * @param runs so many runs, one after another, with one history
 */
export async function measureSingleFaults(profile: Profile, runs = 1, seed = 1): Promise<SingleFaultResult[]> {
  return inPool(singleFaults, async (fault) => {
    const { url, fetch, close } = await startService(changeOf(fault));
    const history = mkdtempSync(join(tmpdir(), 'history-'));
    try {
      for (let run = 1; run <= runs; run += 1) {
        const more = runs > 1 ? { history } : { seed };
        const report = await verifyContract({
          baseUrl: url,
          credentials: account,
          target: 'service',
          profile,
          fetch,
          ...more,
        });
        const isFound = report.findings.some(
          ({ fails, operation, clause, request }) =>
            fails && operation === fault.operation && clause === fault.clause && fault.request.test(request),
        );
        if (isFound) return { fault, foundBy: run };
      }
      return { fault };
    } finally {
      rmSync(history, { recursive: true, force: true });
      await close();
    }
  });
}

/** The share that was found, of all and by kind. */
export function sharesOf(results: readonly SingleFaultResult[]): { all: number; kinds: Map<string, string> } {
  const found = (own: readonly SingleFaultResult[]) => own.filter(({ foundBy }) => foundBy !== undefined).length;
  const kinds = [...groupBy(results, ({ fault }) => fault.kind)].map(
    ([kind, own]) => [kind, `${found(own)} of ${own.length}`] as const,
  );
  return { all: found(results) / results.length, kinds: new Map(kinds) };
}
