import { leaks, SHORTEST_SECRET } from '@vehicle-lookup/openapi/secrets';
import { type OperationTable, readBaseUrl } from '@vehicle-lookup/openapi/selectors';
import { defined } from '../defined.ts';
import { lastMade, shownByTraffic } from '../history/past-result.ts';
import { RunError } from '../run-error.ts';
import { chooseRequests } from './choose-requests.ts';
import type { VerifiedContract } from './contract.ts';
import { derivedSecrets } from './credentials.ts';
import { type OtherAccounts, readData } from './data.ts';
import { createKnownData, type KnownData } from './known-data.ts';
import { type LatencyBudget, latencyBudgetOf } from './latency-budget.ts';
import type { PlanOptions } from './options.ts';
import { withGivers } from './order.ts';
import type { PlannedRequest } from './request.ts';

/** The plan of a run before its first request: the options with their defaults, and the values derived from them. */
export interface RunPlan
  extends Required<Omit<PlanOptions, 'baseUrl' | 'assumptions' | 'data' | 'maxLatency' | OptionalOption>>,
    Pick<PlanOptions, OptionalOption> {
  contract: VerifiedContract;
  /** The requests, in the order in which they are sent. */
  requests: readonly PlannedRequest[];
  known: KnownData;
  /** The URL of all requests, without a query. */
  address: string;
  accounts: OtherAccounts;
  /** The secrets of all accounts, and the invalid secrets derived from them. */
  secrets: readonly string[];
  /** Whether a contradicted assumption fails the run. */
  enforce: boolean;
  maxLatency?: LatencyBudget;
}

/** Options without a default. */
type OptionalOption = 'past' | 'maxAge' | 'label' | 'only';

/**
 * Plans a run.
 * @throws RunError on invalid options
 */
export function planRun(options: PlanOptions, contract: VerifiedContract): RunPlan {
  const { target, seed = 1, planLacks = [], past = [], only, label, maxLatency } = options;
  const { table, operations } = contract;
  const profile = options.profile ?? (target === 'mock' ? 'mock' : 'full');
  if ((profile === 'mock') !== (target === 'mock')) throw new RunError('--profile: a mock has only the profile mock');
  const address = serviceAddress(table, options.baseUrl);
  const credentials = credentialsOf(options, table.credentials);
  const { given, missing, accounts } = readData(options.data ?? {}, table);
  const secrets = [credentials, ...Object.values(accounts)].flatMap((account) =>
    table.secrets.map((name) => account[name] ?? ''),
  );
  secrets.push(...table.secrets.flatMap((name) => derivedSecrets(credentials[name] ?? '')));
  // These values appear in reports, recordings and histories and must not contain a secret.
  if ([address, label ?? '', ...Object.values(given), ...Object.values(missing)].some((text) => leaks(text, secrets))) {
    const flags = table.secrets.map((name) => `--${name}`).join(', ');
    throw new RunError(
      `--base-url, --label or --data repeats a secret; pass secrets only in ${flags} and in the accounts of --data`,
    );
  }
  requireLabel(label);
  requireValues(contract, given);
  requireLackable(planLacks, contract);
  const known = createKnownData(operations, given, missing);
  const enforce = (options.assumptions ?? (target === 'mock' ? 'enforce' : 'report')) === 'enforce';
  const choice = { profile, known, accounts, planLacks, enforce, seed };
  const ofHistory = { lastMade: lastMade(past), shown: shownByTraffic(past) };
  const requests = chooseRequests(contract, options.seed === undefined ? { ...choice, ...ofHistory } : choice);
  return {
    ...choice,
    contract,
    requests: only === undefined ? requests : requestsOf(only, requests, contract),
    address,
    credentials,
    secrets,
    target,
    strict: options.strict ?? false,
    knownFindings: options.knownFindings ?? [],
    pastFields: options.pastFields ?? [],
    without: options.without ?? [],
    ...defined({ past: options.past, maxAge: options.maxAge, label, only }),
    ...(maxLatency === undefined ? {} : { maxLatency: latencyBudgetOf(maxLatency, target) }),
  };
}

/** Returns the names of secrets that are too short to be distinguished from other text. */
export const shortSecrets = ({ contract, credentials }: Pick<RunPlan, 'contract' | 'credentials'>): string[] =>
  contract.table.secrets.filter((name) => (credentials[name] ?? '').length < SHORTEST_SECRET);

/** Returns the requests of the given operations, and the valid requests that provide values for them. */
function requestsOf(
  only: readonly string[],
  requests: readonly PlannedRequest[],
  { operations, yields }: VerifiedContract,
): PlannedRequest[] {
  const givers = withGivers(only, operations, yields);
  return requests.filter(
    ({ operation, kind }) => only.includes(operation) || (kind === 'good' && givers.has(operation)),
  );
}

function credentialsOf({ credentials }: PlanOptions, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = credentials[name];
      if (!value) throw new RunError(`the credential ${name} is missing or empty; set it with --${name}`);
      return [name, value];
    }),
  );
}

/** Validates a label. @throws RunError if the label is not a single line of text */
function requireLabel(label = '-'): void {
  if (label !== '' && label.length <= 80 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(label)) return;
  throw new RunError('--label: expected one line of at most 80 characters, without control characters');
}

/** Validates `planLacks`. @throws RunError if a name is not an operation that declares 403 */
function requireLackable(names: readonly string[], { table }: VerifiedContract): void {
  const possible = table.operations.filter(({ statuses }) => statuses.includes('403')).map(({ id }) => id);
  if (names.every((name) => possible.includes(name))) return;
  throw new RunError(`--plan-lacks: expected operations that declare 403: ${possible.join(', ')}`);
}

/** Checks that all parameters have a value. @throws RunError if neither the document nor the data has a value */
function requireValues({ operations }: VerifiedContract, given: Readonly<Record<string, string>>): void {
  for (const { entry, values } of operations) {
    const name = Object.keys(entry.parameters).find(
      (required) => values[required] === undefined && given[required] === undefined,
    );
    if (name === undefined) continue;
    throw new RunError(
      `${entry.id}: the parameter ${name} has no example in the document; add one, or provide a value in --data`,
    );
  }
}

/**
 * Returns the URL of all requests.
 * @param baseUrl the service's base URL
 * @throws RunError if the base URL is not a plain http or https URL
 */
export function serviceAddress(table: OperationTable, baseUrl: string): string {
  try {
    return `${readBaseUrl(table, baseUrl)}${table.path}`;
  } catch (error) {
    throw new RunError(`--base-url: ${(error as Error).message}`);
  }
}
