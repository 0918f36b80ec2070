import { defined } from '../defined.ts';
import type { PlanOptions } from '../plan/options.ts';
import { type RunPlan, shortSecrets } from '../plan/run-plan.ts';
import type { Cost, CostLimits } from '../run/ledger.ts';
import { suiteVersion } from '../suite-version.ts';

/** The settings of a run that a replay needs. It contains no credentials. */
export interface RunRecord
  extends Pick<RunPlan, 'address' | 'target' | 'profile' | 'seed' | 'strict' | 'without'>,
    Pick<RunPlan, 'past' | 'maxAge' | 'planLacks' | 'knownFindings' | 'label' | 'only'> {
  /** The version of this format. */
  format: 1;
  suite: string;
  contract: { title: string; version: string };
  assumptions: 'report' | 'enforce';
  /** The parameter values provided by the user. */
  data: Record<string, string | number>;
  /** The names of the provided accounts. */
  accounts: string[];
  /** The spending limits. Empty without a budget. */
  budget: CostLimits;
  /** The cost of earlier runs on the same ledger. */
  before: Cost;
  /** The field sightings of earlier runs. Absent without a history. */
  pastFields?: RunPlan['pastFields'];
  maxLatency?: string;
  /** Whether the user set the seed. Otherwise the history affected the choice of requests. */
  isSeeded: boolean;
  /** The names of secrets that are too short to be distinguished from other text. */
  short: string[];
}

/** Creates the record of a run's settings. */
export function createRunRecord(
  options: PlanOptions,
  plan: RunPlan,
  { budget, before }: Pick<RunRecord, 'budget' | 'before'>,
): RunRecord {
  const { contract, address, target, profile, seed, strict, without, planLacks, knownFindings } = plan;
  const { past, pastFields, maxAge, label, only } = plan;
  const { data = {}, maxLatency } = options;
  const { title, version } = contract;
  return {
    format: 1,
    suite: suiteVersion(),
    contract: { title, version },
    address,
    target,
    profile,
    seed,
    assumptions: plan.enforce ? 'enforce' : 'report',
    strict,
    data: Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, value] as const])),
    ),
    accounts: Object.keys(plan.accounts),
    without,
    budget,
    before,
    ...defined({ past, pastFields: past && pastFields, maxAge, maxLatency, label, only }),
    isSeeded: options.seed !== undefined,
    planLacks,
    knownFindings,
    short: shortSecrets(plan),
  };
}
