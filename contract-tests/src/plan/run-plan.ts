import { leaks } from '@vehicle-lookup/selectors';
import { RunError } from '../run-error.ts';
import { serviceAddress } from './address.ts';
import { chooseRequests } from './choose-requests.ts';
import type { Contract } from './contract.ts';
import { derivedSecrets } from './credentials.ts';
import { type Accounts, readData } from './data.ts';
import { type KnownData, knownData } from './known-data.ts';
import type { PlanOptions } from './options.ts';
import type { Profile, Target } from './profile.ts';
import type { PlannedRequest } from './request.ts';

/** All that is decided before the first request of a run. */
export interface RunPlan {
  contract: Contract;
  /** In the order in which they are made. */
  requests: readonly PlannedRequest[];
  known: KnownData;
  /** The address of all requests, without query. */
  address: string;
  credentials: Readonly<Record<string, string>>;
  accounts: Accounts;
  /** Of all accounts, and what wrong credentials are made from them. */
  secrets: readonly string[];
  target: Target;
  profile: Profile;
  seed: number;
  /** Whether a contradicted assumption fails the run. */
  enforce: boolean;
  strict: boolean;
  /** Codes of checks, and ids of assumptions, that are left out. */
  without: readonly string[];
}

/**
 * Plans a run.
 * @throws RunError on wrong options
 */
export function planRun(options: PlanOptions, contract: Contract): RunPlan {
  const { target, seed = 1, without = [], strict = false } = options;
  const { table, operations } = contract;
  const profile = options.profile ?? (target === 'mock' ? 'mock' : 'full');
  if ((profile === 'mock') !== (target === 'mock')) throw new RunError('--profile: a mock has only the profile mock');
  const address = serviceAddress(table, options.baseUrl);
  const credentials = credentialsOf(options, table.credentials);
  const { given, missing, accounts } = readData(options.data ?? {}, table);
  const secrets = [credentials, ...Object.values(accounts)].flatMap((own) =>
    table.secrets.map((name) => own[name] ?? ''),
  );
  secrets.push(...table.secrets.flatMap((name) => derivedSecrets(credentials[name] ?? '')));
  // Both are shown wherever requests are.
  if ([address, ...Object.values(given), ...Object.values(missing)].some((text) => leaks(text, secrets))) {
    const flags = table.secrets.map((name) => `--${name}`).join(', ');
    throw new RunError(
      `--base-url or --data repeats a secret; it belongs in ${flags} and in the accounts of --data alone`,
    );
  }
  requireValues(contract, given);
  const known = knownData(operations, given, missing);
  const enforce = (options.assumptions ?? (target === 'mock' ? 'enforce' : 'report')) === 'enforce';
  return {
    contract,
    requests: chooseRequests(contract, { profile, known, accounts, enforce, seed }),
    known,
    address,
    credentials,
    accounts,
    secrets,
    target,
    profile,
    seed,
    enforce,
    strict,
    without,
  };
}

function credentialsOf({ credentials }: PlanOptions, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = credentials[name];
      if (!value) throw new RunError(`the credential ${name} is missing or empty; give it with --${name}`);
      return [name, value];
    }),
  );
}

/** @throws RunError when a parameter has no value, neither in the document nor in the data */
function requireValues({ operations }: Contract, given: Readonly<Record<string, string>>): void {
  for (const { entry, values } of operations) {
    const name = Object.keys(entry.parameters).find((own) => values[own] === undefined && given[own] === undefined);
    if (name === undefined) continue;
    throw new RunError(
      `${entry.id}: the parameter ${name} has no example in the document; add one, or give a value as data`,
    );
  }
}
