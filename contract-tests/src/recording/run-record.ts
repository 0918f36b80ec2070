import { leaks } from '@vehicle-lookup/openapi/secrets';
import type { FieldSighting } from '../history/field-sighting.ts';
import type { PastResult } from '../history/past-result.ts';
import type { KnownFinding, PlanOptions } from '../plan/options.ts';
import type { Profile, RunTarget } from '../plan/profile.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import type { Cost } from '../run/ledger.ts';
import type { BudgetLimits } from '../run/request-budget.ts';
import { suiteVersion } from '../suite-version.ts';

/** How a run was started, as far as its replay needs it. It holds no credential. */
export interface RunRecord {
  /** The version of this form. */
  format: 1;
  suite: string;
  contract: { title: string; version: string };
  /** Without query. */
  address: string;
  target: RunTarget;
  profile: Profile;
  seed: number;
  assumptions: 'report' | 'enforce';
  strict: boolean;
  /** Values of parameters. */
  data: Record<string, string | number>;
  /** Names of the other accounts that were given. */
  accounts: string[];
  without: readonly string[];
  /** The most that may be spent; empty without a budget. */
  budget: BudgetLimits;
  /** What earlier runs on the same ledger cost. */
  before: Cost;
  /** What earlier runs of the same history saw; absent without one. */
  past?: readonly PastResult[];
  pastFields?: readonly FieldSighting[];
  maxAge?: number;
  maxLatency?: string;
  /** Whether the user gave the seed: otherwise the history chose the requests. */
  isSeeded: boolean;
  planLacks: readonly string[];
  knownFindings: readonly KnownFinding[];
  label?: string;
  /** Names of secrets that are too short to be distinguished from other text. */
  short: string[];
}

/** What the record of a run is made from. */
export interface RunRecordSource {
  options: PlanOptions;
  plan: RunPlan;
  budget: BudgetLimits;
  /** What earlier runs on the same ledger cost. */
  before: Cost;
}

/** Creates what a recording says of how its run was started. */
export function createRunRecord({ options, plan, budget, before }: RunRecordSource): RunRecord {
  const { contract, address, target, profile, seed, enforce, strict, without, credentials, accounts } = plan;
  const { data = {} } = options;
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
    budget,
    before,
    ...(plan.past === undefined ? {} : { past: plan.past, pastFields: plan.pastFields }),
    ...(plan.maxAge === undefined ? {} : { maxAge: plan.maxAge }),
    ...(options.maxLatency === undefined ? {} : { maxLatency: options.maxLatency }),
    isSeeded: options.seed !== undefined,
    planLacks: plan.planLacks,
    knownFindings: plan.knownFindings,
    ...(plan.label === undefined ? {} : { label: plan.label }),
    short: table.secrets.filter((name) => !leaks(credentials[name] ?? '', [credentials[name] ?? ''])),
  };
}
