import { leaks } from '@vehicle-lookup/selectors';
import type { PlanOptions } from '../plan/options.ts';
import type { Profile, Target } from '../plan/profile.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { suiteVersion } from '../suite-version.ts';

/** How a run was started, as far as its replay needs it. It holds no credential. */
export interface RunRecord {
  /** The version of this form. */
  format: 1;
  suite: string;
  contract: { title: string; version: string };
  /** Without query. */
  address: string;
  target: Target;
  profile: Profile;
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
  /** Names of secrets that are too short to be distinguished from other text. */
  short: string[];
}

/** @param before requests of earlier runs on the same ledger */
export function runRecordOf(options: PlanOptions & { budget?: number }, plan: RunPlan, before: number): RunRecord {
  const { contract, address, target, profile, seed, enforce, strict, without, credentials, accounts } = plan;
  const { budget, data = {} } = options;
  const { title, version, table } = contract;
  return {
    format: 1,
    suite: suiteVersion(),
    contract: { title, version },
    address,
    target,
    profile,
    seed,
    assumptions: enforce ? 'enforce' : 'report',
    strict,
    data: Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, value] as const])),
    ),
    accounts: Object.keys(accounts),
    without,
    ...(budget === undefined ? {} : { budget }),
    before,
    short: table.secrets.filter((name) => !leaks(credentials[name] ?? '', [credentials[name] ?? ''])),
  };
}
