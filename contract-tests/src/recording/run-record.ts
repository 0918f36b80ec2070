import { operationTable } from '@vehicle-lookup/operations';
import { leaks } from '../leak.ts';
import type { Prepared } from '../prepare.ts';
import type { Report } from '../report.ts';
import { suiteVersion } from '../suite-version.ts';
import type { VerifyOptions } from '../verify.ts';

/** How a run was started, as far as its replay needs it. It holds no credential. */
export interface RunRecord {
  /** The version of this form. */
  format: 1;
  suite: string;
  contract: Report['contract'];
  /** Without query. */
  address: string;
  target: Report['target'];
  profile: Report['profile'];
  seed: number;
  assumptions: 'report' | 'enforce';
  strict: boolean;
  /** Values of parameters. */
  data: Record<string, string | number>;
  /** Names of the other accounts that were given. */
  accounts: string[];
  without: readonly string[];
  budget?: number;
  /** Requests of earlier runs on the same ledger. */
  before: number;
  /** Names of secrets that are too short to be told from other text. */
  short: string[];
}

/** @param before requests of earlier runs on the same ledger */
export function runRecordOf(options: VerifyOptions, prepared: Prepared, before: number): RunRecord {
  const { target, budget, data = {}, user, key } = options;
  const credentials: Record<string, string> = { user, key };
  const { address, contract, profile, seed, enforce, strict, without } = prepared;
  const entries = Object.entries(data);
  return {
    format: 1,
    suite: suiteVersion(),
    contract,
    address,
    target,
    profile,
    seed,
    assumptions: enforce ? 'enforce' : 'report',
    strict,
    data: Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, value] as const])),
    ),
    accounts: entries.flatMap(([name, value]) => (typeof value === 'object' ? [name] : [])),
    without,
    ...(budget === undefined ? {} : { budget }),
    before,
    short: operationTable.secrets.filter((name) => !leaks(credentials[name] ?? '', [credentials[name] ?? ''])),
  };
}
