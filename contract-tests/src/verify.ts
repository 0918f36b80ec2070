import { operationTable } from '@vehicle-lookup/operations';
import { serviceAddress } from './address.ts';
import { buildReport } from './build-report.ts';
import { casesFolder, loadCases } from './cases.ts';
import { type Data, type ReadData, readData } from './data.ts';
import { contractDocument, documentedOperations } from './document.ts';
import type { Recorded } from './exchange.ts';
import type { Telling } from './findings.ts';
import { openLedger } from './ledger.ts';
import { observe } from './observe.ts';
import type { Choice } from './plan/cover.ts';
import { orderOf } from './plan/order.ts';
import { plan } from './plan/plan.ts';
import type { Profile, Target } from './plan/profile.ts';
import { asidesOf, assumptionOfRequest, loadProbes, probesFolder } from './probes.ts';
import { purseOf } from './purse.ts';
import type { Report } from './report.ts';
import { type Request, requestText } from './request.ts';
import { BudgetError, RunError } from './run-error.ts';
import { valuesOf } from './values.ts';

export interface VerifyOptions {
  /** The service's base address, without the document's path. */
  baseUrl: string;
  user: string;
  key: string;
  /** Whether declared answers may be asked for by `Prefer`. */
  target: Target;
  /** `mock` for a mock, which has no other; `full` unless told. */
  profile?: Profile;
  /** Whether a contradicted assumption fails the run: on a mock it does, on a service not, unless told. */
  assumptions?: 'report' | 'enforce';
  /** Whether members that the document does not mention fail the run. */
  strict?: boolean;
  /** What is known of the service's data; the rest comes from earlier answers, then from the document's examples. */
  data?: Data;
  /** The most requests of this run, with a ledger of all runs on it. */
  budget?: number;
  /** A file that every request is written to before it is made. */
  ledger?: string;
  /** Chooses among requests of equal worth: the same seed, the same requests. 1 unless told. */
  seed?: number;
  /** Codes that are not looked for: what the suite misses without a check is a measure of it. */
  without?: readonly string[];
  fetch?: typeof globalThis.fetch;
  /** For one request with its answer, in milliseconds; 10 000 unless told. */
  timeoutMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Called after every answer; an answer is as it came, and may repeat the key. */
  onExchange?: (exchange: Recorded) => void;
}

/** A run that is ready to start. */
interface Prepared {
  choices: Choice[];
  run: () => Promise<Report>;
}

/**
 * Verifies a service against the contract: operations, declared statuses and envelopes, assumptions.
 * Requests are made one after another, redirects are not followed, and the report holds no credential.
 * @throws BudgetError when more is planned than the budget has left; nothing was sent
 * @throws RunError when no run is possible: wrong options, an address that does not answer, cases that do not fit
 */
export async function verifyContract(options: VerifyOptions): Promise<Report> {
  const report = await (await prepare(options)).run();
  if (report.failure === undefined) return report;
  throw Object.assign(new RunError(report.failure), { report });
}

/**
 * The requests that a run would make, in order, without credentials; none is made.
 * @throws RunError as `verifyContract` does
 */
export async function planContract(options: VerifyOptions): Promise<string[]> {
  const { choices } = await prepare(options);
  const values = dataValues(options);
  return choices.map(({ planned }) => {
    const query = planned.query(values, () => undefined);
    if (query === undefined) return `${planned.operation}: ${planned.why}, made from an earlier answer`;
    return requestText({ ...planned, query }, operationTable);
  });
}

const operationsOf = (read: ReadData) => documentedOperations(contractDocument(), operationTable, read.given);

function dataValues({ data = {} }: VerifyOptions) {
  const read = readData(data, operationTable);
  return valuesOf(operationsOf(read), read.given, read.missing);
}

async function prepare(options: VerifyOptions): Promise<Prepared> {
  const { target, seed = 1, budget, now = Date.now, without = [] } = options;
  const profile = options.profile ?? (target === 'mock' ? 'mock' : 'full');
  if ((profile === 'mock') !== (target === 'mock')) throw new RunError('--profile: a mock has the one profile mock');
  if (options.ledger !== undefined && budget === undefined) throw new RunError('--ledger needs --budget; give both');
  const address = serviceAddress(options.baseUrl);
  const credentials = credentialsOf(options);
  const document = contractDocument();
  const assumptions = document['x-assumptions'] ?? {};
  const data = readData(options.data ?? {}, operationTable);
  const operations = operationsOf(data);
  const ids = operations.map(({ entry }) => entry.id);
  const [cases, probes] = await Promise.all([
    loadCases(casesFolder, ids),
    loadProbes(probesFolder, Object.keys(assumptions)),
  ]);
  const values = valuesOf(operations, data.given, data.missing);
  const yields = new Map([...cases].map(([id, own]) => [id, own.yields ?? {}]));
  const order = orderOf(operations, yields);
  const asides = asidesOf(probes, operations);
  const { accounts } = data;
  const assumptionOf = (request: Request) => assumptionOfRequest(probes, request, Number(request.status));
  const ground = { table: operationTable, operations, values, accounts, asides, order, assumptionOf };
  const choices = plan(ground, profile, seed);
  const secrets = [credentials, ...Object.values(accounts)].flatMap((own) =>
    operationTable.secrets.map((name) => own[name] ?? ''),
  );
  const enforce = (options.assumptions ?? (target === 'mock' ? 'enforce' : 'report')) === 'enforce';
  const telling: Telling = { table: operationTable, address, secrets, enforce, strict: options.strict ?? false };
  return { choices, run };

  async function run(): Promise<Report> {
    const ledger = openLedger(options.ledger);
    try {
      if (budget !== undefined && choices.length > budget - ledger.before) {
        const earlier = ledger.before === 0 ? '' : `, of which ${ledger.before} are spent`;
        throw new BudgetError(
          `${choices.length} requests are planned, and the budget is ${budget}${earlier}; give a higher --budget or a smaller --profile`,
        );
      }
      const started = now();
      const purse = purseOf(choices.length, budget, ledger);
      const { fetch = globalThis.fetch, timeoutMs = 10_000, onExchange } = options;
      const transport = { fetch, timeoutMs };
      const setting = { table: operationTable, address, credentials, accounts, secrets, target, cases, probes, values };
      const made = await observe(choices, { ...setting, without, purse, transport, now, onExchange });
      const head = { target, profile, seed, started, ended: now() };
      return buildReport(made, head, purse.spending(), { document, probes, credentials, telling, without });
    } finally {
      ledger.close();
    }
  }
}

function credentialsOf({ user, key }: VerifyOptions): Record<string, string> {
  const given: Record<string, string> = { user, key };
  return Object.fromEntries(
    operationTable.credentials.map((name) => {
      const value = given[name];
      if (!value) throw new RunError(`the credential ${name} is missing or empty; give it with --${name}`);
      return [name, value];
    }),
  );
}
