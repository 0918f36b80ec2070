import type { OperationTable } from '@vehicle-lookup/operations';
import type { Case, Success } from './case.ts';
import { type Exchange, exchange, isFault, type Recorded, shortWait, type Transport } from './exchange.ts';
import { judge } from './judge.ts';
import type { Accounts } from './plan/candidates.ts';
import type { Choice } from './plan/cover.ts';
import { valuesAt } from './plan/order.ts';
import type { Target } from './plan/profile.ts';
import { assumptionOfIssue, assumptionOfRequest, type Probes } from './probes.ts';
import type { Purse } from './purse.ts';
import { refusalOf } from './refusal.ts';
import { formText, type Pair, pairsOf, type Request, requestText, targetOf } from './request.ts';
import { RunError } from './run-error.ts';
import type { Seen } from './seen.ts';
import type { Values } from './values.ts';

export interface Setting {
  table: OperationTable;
  /** The address without its query. */
  address: string;
  credentials: Record<string, string>;
  accounts: Accounts;
  secrets: readonly string[];
  target: Target;
  cases: ReadonlyMap<string, Case>;
  probes: Probes;
  /** Codes of checks, and ids of assumptions, that are left out. */
  without: readonly string[];
  values: Values;
  purse: Purse;
  transport: Transport;
  now: () => number;
  onExchange?: ((exchange: Recorded) => void) | undefined;
}

/** What became of a plan. */
export interface Run {
  seen: Seen[];
  /** Why requests that were planned were not made. */
  stopped?: string;
  /** Why there is no verdict: the first request got no answer. */
  failure?: string;
}

/** After so many silent requests in a row the service is taken to be gone. */
const SILENT = 3;

/** Makes the requests one after another and judges every answer. */
export async function observe(choices: readonly Choice[], setting: Setting): Promise<Run> {
  const seen: Seen[] = [];
  const successes = new Map<string, Success>();
  let stopped: Pick<Seen, 'state' | 'reason'> | undefined;
  let failure: string | undefined;
  let silent = 0;
  let waited = false;
  for (const { planned, required } of choices) {
    const query = planned.query(setting.values, (operation) => successes.get(operation));
    const { goals: _, ...rest } = planned;
    const request: Request = { ...rest, query: query ?? [] };
    const place = { request, required, undocumented: [], breaches: [] };
    if (stopped || query === undefined) {
      seen.push({ ...place, ...(stopped ?? { state: 'not-observed', reason: 'no value leads to such a request' }) });
      continue;
    }
    let result = await ask(request, setting);
    const wait = setting.target === 'service' && request.status !== '429' && result ? shortWait(result) : undefined;
    if (wait !== undefined && !waited) {
      waited = true;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      result = await ask(request, setting);
    }
    if (!result) {
      stopped = { state: 'not-observed', reason: 'the budget was used up by a repeated request' };
      seen.push({ ...place, ...stopped });
      continue;
    }
    if (isFault(result) && seen.length === 0) {
      failure = `${setting.address} does not answer: ${result.fault}; is the service running there, and is this its base address?`;
      stopped = { state: 'error', reason: 'the service does not answer' };
    }
    silent = isFault(result) ? silent + 1 : 0;
    if (silent === SILENT) stopped = { state: 'error', reason: 'the service stopped answering' };
    const found = observed(request, required, result, successes, setting);
    seen.push(...found);
    learn(found, successes, setting);
    if (setting.target === 'service' && request.status !== '429' && !isFault(result) && result.status === 429) {
      stopped = { state: 'not-observed', reason: 'the run ended at a refusal (429): the allowance is exhausted' };
    }
  }
  return {
    seen,
    ...(stopped?.reason === undefined ? {} : { stopped: stopped.reason }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Makes one request; undefined when the budget does not allow it. */
async function ask(request: Request, setting: Setting): Promise<Exchange | undefined> {
  const { table, address, credentials, accounts, purse, now } = setting;
  if (!purse.take(requestText(request, table))) return undefined;
  const pairs = pairsOf(request, (request.account && accounts[request.account]) ?? credentials);
  const target = targetOf(request, address);
  const method = request.method ?? table.method;
  const headers = { accept: 'application/json', ...(request.prefer === undefined ? {} : { prefer: request.prefer }) };
  const started = now();
  const query = formText(pairs);
  const result = await exchange({ address: query ? `${target}?${query}` : target, method, headers }, setting.transport);
  const milliseconds = now() - started;
  setting.onExchange?.({
    started,
    milliseconds,
    method,
    address: target,
    pairs: masked(pairs, setting),
    headers,
    result,
  });
  return result;
}

const masked = (pairs: readonly Pair[], { table, secrets }: Setting): Pair[] =>
  pairs.map(([name, value]) => [name, table.secrets.includes(name) && secrets.includes(value) ? '***' : value]);

function observed(
  request: Request,
  required: boolean,
  result: Exchange,
  successes: ReadonlyMap<string, Success>,
  setting: Setting,
): Seen[] {
  if (isFault(result)) {
    const expected = `status ${request.status} (${request.why})`;
    const next = 'Run again when the service answers.';
    const breaches = [{ code: 'network' as const, expected, got: result.fault, next }];
    return [{ request, required, state: 'error', reason: result.fault, undocumented: [], breaches }];
  }
  const { probes, target, values, secrets, now } = setting;
  const entry = setting.table.operations.find(({ id }) => id === request.operation);
  if (!entry) throw new RunError(`the table has no operation ${request.operation}; build it again`);
  const judged = (asked: Request, isRequired: boolean): Seen => {
    const assumption = assumptionOfRequest(probes, asked, result.status);
    const judgement = judge(result, {
      request: asked,
      entry,
      case: setting.cases.get(asked.operation) ?? { checks: [] },
      secrets,
      assumption,
      assumptionOf: (issue) => assumptionOfIssue(probes, issue),
      earlier: (operation) => successes.get(operation),
      now: target === 'service' ? now() : undefined,
    });
    const breaches = judgement.breaches.filter(({ code, assumption }) => !setting.without.includes(assumption ?? code));
    const state = breaches.some(({ code }) => code !== 'clock-skew') ? 'fail' : 'pass';
    return {
      request: asked,
      required: isRequired,
      state,
      answer: result,
      ...judgement,
      breaches,
      ...(assumption === undefined ? {} : { assumption }),
    };
  };
  const refusal = target === 'service' ? refusalOf(request, result, entry, values) : undefined;
  if (refusal === undefined) return [judged(request, required)];
  // The refusal is itself a declared answer, and is judged as such.
  const refused: Request = { ...request, status: String(result.status), why: 'refusal' };
  const asked: Seen = { request, required, state: 'not-observed', reason: refusal, undocumented: [], breaches: [] };
  return [asked, judged(refused, false)];
}

/** Keeps a right answer to a good request, and the values that it gives for later ones. */
function learn(found: readonly Seen[], successes: Map<string, Success>, { cases, values, target }: Setting): void {
  for (const { request, state, json } of found) {
    if (request.why !== 'good request' || state !== 'pass' || !json) continue;
    successes.set(request.operation, { parameters: Object.fromEntries(request.query), body: json.body });
    if (target === 'mock') continue;
    for (const [name, pointer] of Object.entries(cases.get(request.operation)?.yields ?? {})) {
      values.learn(name, valuesAt(json.body, pointer));
    }
  }
}
