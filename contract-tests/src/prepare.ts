import { operationTable } from '@vehicle-lookup/operations';
import { serviceAddress } from './address.ts';
import { buildReport } from './build-report.ts';
import { casesFolder, loadCases } from './cases.ts';
import { readData } from './data.ts';
import { contractDocument, documentedOperations } from './document.ts';
import type { Recorded } from './exchange.ts';
import type { Telling } from './findings.ts';
import { leaks } from './leak.ts';
import { observe } from './observe.ts';
import type { Choice } from './plan/cover.ts';
import { orderOf } from './plan/order.ts';
import { plan } from './plan/plan.ts';
import type { Profile } from './plan/profile.ts';
import { asidesOf, assumptionOfRequest, loadProbes, probesFolder } from './probes.ts';
import type { Report } from './report.ts';
import { alterations, type Request } from './request.ts';
import { RunError } from './run-error.ts';
import type { Source } from './source.ts';
import { type Values, valuesOf } from './values.ts';
import type { VerifyOptions } from './verify.ts';

/** What decides on a run before its first request. */
export type RunOptions = Pick<
  VerifyOptions,
  'baseUrl' | 'user' | 'key' | 'target' | 'profile' | 'assumptions' | 'strict' | 'data' | 'seed' | 'without'
>;

/** A run that is ready to start. */
export interface Prepared {
  choices: Choice[];
  values: Values;
  /** Of all accounts. */
  secrets: string[];
  profile: Profile;
  seed: number;
  enforce: boolean;
  strict: boolean;
  without: readonly string[];
  /** Without query. */
  address: string;
  contract: Report['contract'];
  /** Makes the requests and judges the answers. */
  run: (source: Source, onExchange?: (exchange: Recorded) => void) => Promise<Report>;
}

/**
 * Makes the plan of a run.
 * @throws RunError on wrong options, and where cases or probes do not fit the document
 */
export async function prepare(options: RunOptions): Promise<Prepared> {
  const { target, seed = 1, without = [], strict = false } = options;
  const profile = options.profile ?? (target === 'mock' ? 'mock' : 'full');
  if ((profile === 'mock') !== (target === 'mock')) throw new RunError('--profile: a mock has the one profile mock');
  const address = serviceAddress(options.baseUrl);
  const credentials = credentialsOf(options);
  const document = contractDocument();
  const assumptions = document['x-assumptions'] ?? {};
  const { given, missing, accounts } = readData(options.data ?? {}, operationTable);
  const secrets = [credentials, ...Object.values(accounts)].flatMap((own) =>
    operationTable.secrets.map((name) => own[name] ?? ''),
  );
  // What is made from a secret tells it.
  secrets.push(...operationTable.secrets.flatMap((name) => alterations(credentials[name] ?? '')));
  // Both are shown wherever requests are.
  if ([address, ...Object.values(given), ...Object.values(missing)].some((text) => leaks(text, secrets))) {
    throw new RunError('--base-url or --data repeats a key; it belongs in --key and in the accounts of --data alone');
  }
  const operations = documentedOperations(document, operationTable, given);
  const ids = operations.map(({ entry }) => entry.id);
  const [cases, probes] = await Promise.all([
    loadCases(casesFolder, ids),
    loadProbes(probesFolder, Object.keys(assumptions)),
  ]);
  const values = valuesOf(operations, given, missing);
  const yields = new Map([...cases].map(([id, own]) => [id, own.yields ?? {}]));
  const order = orderOf(operations, yields);
  const asides = asidesOf(probes, operations);
  const assumptionOf = (request: Request) => assumptionOfRequest(probes, request, Number(request.status));
  const ground = { table: operationTable, operations, values, accounts, asides, order, assumptionOf };
  const choices = plan(ground, profile, seed);
  const enforce = (options.assumptions ?? (target === 'mock' ? 'enforce' : 'report')) === 'enforce';
  const telling: Telling = { table: operationTable, address, secrets, enforce, strict };
  const contract = { title: document.info.title, version: document.info.version };
  return { choices, values, secrets, profile, seed, enforce, strict, without, address, contract, run };

  async function run(source: Source, onExchange?: (exchange: Recorded) => void): Promise<Report> {
    const setting = { table: operationTable, address, credentials, accounts, secrets, target, cases, probes, values };
    const made = await observe(choices, { ...setting, without, source, onExchange });
    const head = { target, profile, seed, started: source.started, ended: source.ended() };
    return buildReport(made, head, source.purse.spending(), {
      document,
      probes,
      credentials,
      accounts,
      telling,
      without,
    });
  }
}

function credentialsOf({ user, key }: RunOptions): Record<string, string> {
  const given: Record<string, string> = { user, key };
  return Object.fromEntries(
    operationTable.credentials.map((name) => {
      const value = given[name];
      if (!value) throw new RunError(`the credential ${name} is missing or empty; give it with --${name}`);
      return [name, value];
    }),
  );
}
