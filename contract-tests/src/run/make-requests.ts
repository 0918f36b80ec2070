import { defined } from '../defined.ts';
import { createRequest, formText, type PlannedRequest, type Request } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { type RequestObservation, responseOf, type SentRequest, type UnsentRequest } from './observation.ts';
import { lockOutOf, type Repeat, repeatAfter } from './repeat.ts';
import type { Spending } from './request-budget.ts';
import { addressOf, maskedPairs, pairsOf } from './request-text.ts';
import type { HttpExchange } from './response.ts';
import type { ResponseSource } from './response-source.ts';
import { type Stop, stopAfter } from './stop.ts';

/** The result of sending the requests in a plan. */
export interface RunResult {
  /** The start and the end of the run in milliseconds since the epoch. */
  started: number;
  ended: number;
  spending: Spending;
  /** The retried requests, in order. */
  repeats: { why: Repeat['why']; request: string }[];
  /** The reason why some requests were not sent. */
  stop?: Stop;
}

/** The maximum number of retries for one reason. A service that needs more retries is not healthy. */
const MOST_REPEATS = 3;
/** The ratio of requests to rate-limit retries: a rate limit rejects more requests if other callers use the account. */
const REQUESTS_PER_REJECTION = 20;

/**
 * Sends the requests of a plan sequentially.
 * @param onObservation called after every planned request, and may add data that later requests use
 * @param onExchange called after every sent request
 */
export async function makeRequests(
  plan: RunPlan,
  source: ResponseSource,
  onObservation: (observation: RequestObservation) => void,
  onExchange: (exchange: HttpExchange) => void,
): Promise<RunResult> {
  const observations: RequestObservation[] = [];
  let stop: Stop | undefined;
  const repeats: RunResult['repeats'] = [];
  for (const planned of plan.requests) {
    const observation = await observe(planned);
    observations.push(observation);
    onObservation(observation);
    stop ??= stopAfter(observations, plan);
  }
  const { started, budget } = source;
  return {
    started,
    ended: source.ended(),
    spending: budget.spending(),
    repeats,
    ...defined({ stop }),
  };

  async function observe(planned: PlannedRequest): Promise<RequestObservation> {
    const { required } = planned;
    const built = queryOf(planned, plan);
    const request = createRequest(planned, 'query' in built ? built.query : []);
    if (stop) return { request, required, state: stop.state, notSent: stop.notSent };
    const lockout = request.isWrongSecret && lockOutOf(observations);
    if (lockout) return { request, required, state: 'not-observed', notSent: lockout };
    if (!('query' in built)) return { request, required, ...built };
    const sent = await sendOnce(request);
    const repeat = repeatOf(sent, request);
    if (!repeat) return { request, required, ...sent };
    repeats.push({ why: repeat.why, request: request.id });
    await source.wait(repeat);
    const again = await sendOnce(request);
    // If the budget is used up, the first result is used.
    return { request, required, ...('notSent' in again ? sent : again) };
  }

  /** Returns the retry that a result requires. Requests to a mock are never retried. */
  function repeatOf(sent: SentRequest | UnsentRequest, request: Request): Repeat | undefined {
    if (plan.target === 'mock' || 'notSent' in sent || sent.received === undefined) return undefined;
    const repeat = repeatAfter(request, sent.result, sent.received, observations.some(responseOf));
    const before = repeats.filter(({ why }) => why === repeat?.why).length;
    const most = repeat && repeat.why !== 'outage' ? plan.requests.length / REQUESTS_PER_REJECTION : 0;
    return before < Math.max(MOST_REPEATS, most) ? repeat : undefined;
  }

  async function sendOnce(request: Request): Promise<SentRequest | UnsentRequest> {
    const { table } = plan.contract;
    const right = (request.account && plan.accounts[request.account]) ?? plan.credentials;
    const query = formText(pairsOf(request, { right, another: Object.values(plan.accounts)[0] }));
    const address = addressOf(request, plan.address);
    const method = request.method ?? table.method;
    const headers = { accept: 'application/json', ...defined({ prefer: request.prefer }) };
    const masked = { request, method, address, pairs: maskedPairs(request, table.credentials), headers };
    const sent = await source.send(masked, query);
    if ('notSent' in sent) return sent;
    onExchange({ ...masked, ...sent });
    const { result, started, milliseconds } = sent;
    return { result, received: started + milliseconds, milliseconds };
  }
}

/** Builds the query of a planned request, or returns the reason why there is none. An assumption check may throw an error. */
function queryOf(
  planned: PlannedRequest,
  { known }: RunPlan,
): Pick<Request, 'query'> | UnsentRequest | { thrown: unknown } {
  try {
    const query = planned.query(known);
    return query ? { query } : { state: 'not-observed', notSent: 'no known value allows this request' };
  } catch (error) {
    return { thrown: error };
  }
}
