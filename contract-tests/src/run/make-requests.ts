import { type PlannedRequest, type Request, requestOf } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import type { Exchange } from './exchange.ts';
import type { NotSent, Observation } from './observation.ts';
import { headerOf, isReply, type SendResult } from './reply.ts';
import type { ReplySource } from './reply-source.ts';
import type { Spending } from './request-budget.ts';
import { addressOf, formText, maskedPairs, pairsOf } from './request-text.ts';
import { type Stop, stopAfter } from './stop.ts';

/** How the requests of a plan were made. */
export interface RunResult {
  /** Milliseconds since the epoch. */
  started: number;
  ended: number;
  spending: Spending;
  /** Why not all requests were made. */
  stop?: Stop;
}

interface Listeners {
  /** Called after every planned request; what it adds to the known data serves later requests. */
  onObservation: (observation: Observation) => void;
  /** Called after every request that was sent. */
  onExchange: (exchange: Exchange) => void;
}

/** Makes the requests of a plan one after another. */
export async function makeRequests(plan: RunPlan, source: ReplySource, listeners: Listeners): Promise<RunResult> {
  const observations: Observation[] = [];
  let stop: Stop | undefined;
  let mayWait = plan.target === 'service';
  for (const planned of plan.requests) {
    const observation = await observe(planned);
    observations.push(observation);
    listeners.onObservation(observation);
    stop ??= stopAfter(observations, plan);
  }
  const { started, budget } = source;
  return { started, ended: source.ended(), spending: budget.spending(), ...(stop === undefined ? {} : { stop }) };

  async function observe(planned: PlannedRequest): Promise<Observation> {
    const { required } = planned;
    const made = queryOf(planned, plan);
    const request = requestOf(planned, 'query' in made ? made.query : []);
    if (stop) return { request, required, state: stop.state, notSent: stop.notSent };
    if (!('query' in made)) return { request, required, ...made };
    let sent = await sendOnce(request);
    const wait = mayWait && request.status !== '429' && 'result' in sent ? burstWait(sent.result) : undefined;
    if (wait !== undefined) {
      mayWait = false;
      await source.wait(wait);
      sent = await sendOnce(request);
    }
    return { request, required, ...sent };
  }

  async function sendOnce(request: Request): Promise<{ result: SendResult; received: number } | NotSent> {
    const { table } = plan.contract;
    const own = (request.account && plan.accounts[request.account]) ?? plan.credentials;
    const query = formText(pairsOf(request, { own, another: Object.values(plan.accounts)[0] }));
    const address = addressOf(request, plan.address);
    const method = request.method ?? table.method;
    const headers = { accept: 'application/json', ...(request.prefer === undefined ? {} : { prefer: request.prefer }) };
    const masked = { request, method, address, pairs: maskedPairs(request, table.credentials), headers };
    const sent = await source.send({ url: query ? `${address}?${query}` : address, method, headers }, masked);
    if ('notSent' in sent) return sent;
    listeners.onExchange({ ...masked, ...sent });
    return { result: sent.result, received: sent.started + sent.milliseconds };
  }
}

/** The query of a planned request, or why there is none; a case or a probe that makes it may throw. */
function queryOf(planned: PlannedRequest, { known }: RunPlan): Pick<Request, 'query'> | NotSent | { thrown: unknown } {
  try {
    const query = planned.query(known);
    return query ? { query } : { state: 'not-observed', notSent: 'no value leads to such a request' };
  } catch (error) {
    return { thrown: error };
  }
}

/** A longer wait belongs to an exhausted allowance, not to a burst limit. */
const LONGEST_WAIT_S = 5;

/** The seconds that a refusal by a burst limit asks to wait; undefined for any other result. */
function burstWait(result: SendResult): number | undefined {
  if (!isReply(result) || result.status !== 429) return undefined;
  const value = headerOf(result, 'retry-after') ?? '';
  return /^\d{1,2}$/.test(value) && Number(value) <= LONGEST_WAIT_S ? Number(value) : undefined;
}
