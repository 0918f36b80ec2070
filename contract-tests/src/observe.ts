import type { OperationTable } from '@vehicle-lookup/operations';
import type { Case, Success } from './case.ts';
import { type Exchange, isFault, type Recorded, shortWait, TOO_LONG } from './exchange.ts';
import { judge } from './judge.ts';
import { misdirected } from './misdirected.ts';
import type { Accounts } from './plan/candidates.ts';
import type { Choice } from './plan/cover.ts';
import { valuesAt } from './plan/order.ts';
import type { Target } from './plan/profile.ts';
import { assumptionOfIssue, assumptionOfRequest, type Probes } from './probes.ts';
import { refusalOf } from './refusal.ts';
import { formText, maskedPairs, type Pair, pairsOf, type Request, targetOf } from './request.ts';
import { RunError } from './run-error.ts';
import type { Seen } from './seen.ts';
import type { Source, Unsent } from './source.ts';
import { suiteFault } from './suite-fault.ts';
import type { Values } from './values.ts';

export interface Setting {
  table: OperationTable;
  /** The address without its query. */
  address: string;
  credentials: Record<string, string>;
  accounts: Accounts;
  /** Of all accounts. */
  secrets: readonly string[];
  target: Target;
  cases: ReadonlyMap<string, Case>;
  probes: Probes;
  /** Codes of checks, and ids of assumptions, that are left out. */
  without: readonly string[];
  values: Values;
  source: Source;
  onExchange?: ((exchange: Recorded) => void) | undefined;
}

/** What became of a plan. */
export interface Run {
  seen: Seen[];
  /** Why requests that were planned were not made. */
  stopped?: string;
  /** Why there is no verdict: the first request got no answer, or the first answers are of something else. */
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
    const { goals: _, ...rest } = planned;
    const { query, broken } = queryOf(planned, setting, successes);
    const request: Request = { ...rest, query: query ?? [] };
    const place = { request, required, undocumented: [], breaches: [] };
    if (stopped || query === undefined) {
      const reason = 'no value leads to such a request';
      seen.push({ ...place, ...(stopped ?? broken ?? { state: 'not-observed', reason }) });
      continue;
    }
    let answered = await ask(request, setting);
    const wait = setting.target === 'service' && request.status !== '429' ? waitOf(answered) : undefined;
    if (wait !== undefined && !waited) {
      waited = true;
      await setting.source.wait(wait);
      answered = await ask(request, setting);
    }
    if ('unsent' in answered) {
      const unseen = { state: 'not-observed', reason: answered.unsent } as const;
      if (answered.isFinal) stopped = unseen;
      seen.push({ ...place, ...unseen });
      continue;
    }
    const { result, received } = answered;
    if (isFault(result) && seen.length === 0) {
      failure = silence(setting.address, result.fault);
      stopped = { state: 'error', reason: 'the service does not answer' };
    }
    silent = isFault(result) ? silent + 1 : 0;
    if (silent === SILENT) stopped = { state: 'error', reason: 'the service stopped answering' };
    const found = observed(request, required, result, received, successes, setting);
    seen.push(...found);
    learn(found, successes, setting);
    if (setting.target === 'service' && request.status !== '429' && !isFault(result) && result.status === 429) {
      stopped = { state: 'not-observed', reason: 'the run ended at a refusal (429): the allowance is exhausted' };
    }
    const wrong = failure === undefined ? misdirected(seen, setting.address, setting.target) : undefined;
    if (wrong) {
      failure = wrong.failure;
      stopped = { state: 'not-observed', reason: wrong.reason };
      // Nothing is held against the service but a key that it repeats.
      const kept = seen.map((one) => ({
        ...one,
        breaches: one.breaches.filter(({ code }) => code === 'secret-echoed'),
      }));
      seen.splice(0, seen.length, ...kept.map((one) => ({ ...one, ...stopped })));
    }
  }
  return {
    seen,
    ...(stopped?.reason === undefined ? {} : { stopped: stopped.reason }),
    ...(failure === undefined ? {} : { failure }),
  };
}

const silence = (address: string, fault: string): string =>
  fault === TOO_LONG
    ? `${address} answers with ${fault}; is this the service's base address?`
    : `${address} does not answer: ${fault}; is the service running there, and is this its base address?`;

/** The query of a planned request; a case or a probe that makes it may throw. */
function queryOf(
  planned: Choice['planned'],
  setting: Setting,
  successes: ReadonlyMap<string, Success>,
): { query?: readonly Pair[] | undefined; broken?: Pick<Seen, 'state' | 'reason' | 'breaches'> } {
  try {
    return { query: planned.query(setting.values, (operation) => successes.get(operation)) };
  } catch (error) {
    return { broken: brokenOff(error, setting) };
  }
}

const brokenOff = (error: unknown, { secrets }: Setting): Pick<Seen, 'state' | 'reason' | 'breaches'> => {
  const breach = suiteFault(error, secrets);
  return { state: 'error', reason: `the suite itself failed: ${breach.got}`, breaches: [breach] };
};

const waitOf = (answered: Answered | Unsent): number | undefined =>
  'unsent' in answered ? undefined : shortWait(answered.result);

interface Answered {
  result: Exchange;
  /** Milliseconds since the epoch. */
  received: number;
}

/** Makes one request. */
async function ask(request: Request, setting: Setting): Promise<Answered | Unsent> {
  const { table, address, credentials, accounts, source } = setting;
  const [another] = Object.values(accounts);
  const pairs = pairsOf(request, (request.account && accounts[request.account]) ?? credentials, another);
  const target = targetOf(request, address);
  const method = request.method ?? table.method;
  const headers = { accept: 'application/json', ...(request.prefer === undefined ? {} : { prefer: request.prefer }) };
  const query = formText(pairs);
  const shown = { request, method, address: target, pairs: maskedPairs(request, table.credentials), headers };
  const timed = await source.send({ address: query ? `${target}?${query}` : target, method, headers }, shown);
  if ('unsent' in timed) return timed;
  setting.onExchange?.({ ...shown, ...timed });
  return { result: timed.result, received: timed.started + timed.milliseconds };
}

function observed(
  request: Request,
  required: boolean,
  result: Exchange,
  received: number,
  successes: ReadonlyMap<string, Success>,
  setting: Setting,
): Seen[] {
  if (isFault(result)) {
    const expected = `status ${request.status} (${request.why})`;
    const next = 'Run again when the service answers.';
    const [code, state] = result.isMalformed ? (['not-http', 'fail'] as const) : (['network', 'error'] as const);
    const breaches = [{ code, expected, got: result.fault, next }];
    return [{ request, required, state, reason: result.fault, undocumented: [], breaches }];
  }
  const { probes, target, values } = setting;
  const known = { values, successes: successes.values() };
  const entry = setting.table.operations.find(({ id }) => id === request.operation);
  if (!entry) throw new RunError(`the table has no operation ${request.operation}; build it again`);
  const judged = (asked: Request, isRequired: boolean): Seen => {
    try {
      return judgedAs(asked, isRequired);
    } catch (error) {
      return { request: asked, required: isRequired, answer: result, undocumented: [], ...brokenOff(error, setting) };
    }
  };
  const judgedAs = (asked: Request, isRequired: boolean): Seen => {
    const assumption = assumptionOfRequest(probes, asked, result.status);
    const judgement = judge(result, {
      request: asked,
      entry,
      case: setting.cases.get(asked.operation) ?? { checks: [] },
      assumption,
      assumptionOf: (issue) => assumptionOfIssue(probes, issue),
      earlier: (operation) => successes.get(operation),
      now: target === 'service' ? received : undefined,
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
  const refusal = target === 'service' ? refusalOf(request, result, entry, known) : undefined;
  if (refusal === undefined) return [judged(request, required)];
  // The refusal is itself a declared answer, and is judged as such.
  const refused: Request = { ...request, status: String(result.status), why: 'refusal' };
  const asked: Seen = { request, required, state: 'not-observed', reason: refusal, undocumented: [], breaches: [] };
  // By another method or path it may have another form.
  if (request.aside) return [asked];
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
