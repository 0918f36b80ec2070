import type { TrafficEcho } from '@vehicle-lookup/contract/recording';
import { leaks, maskSecrets } from '@vehicle-lookup/openapi/secrets';
import type { UnsentRequest } from './observation.ts';
import type { Pace } from './pace.ts';
import type { Repeat } from './repeat.ts';
import type { RequestBudget } from './request-budget.ts';
import { withoutSecrets } from './request-text.ts';
import { isResponse, type MaskedRequest, type SendResult, type TimedResult } from './response.ts';
import { send, type Transport } from './send.ts';

/** The source of a run's responses: a service or a recording. */
export interface ResponseSource {
  /**
   * Sends a request.
   * @param query the query with credentials, which error messages never contain
   * @returns the response without secrets, or the reason why the request was not sent
   */
  send: (masked: MaskedRequest, query: string) => Promise<TimedResult | UnsentRequest>;
  /** Waits before a retry. After a rejection by a rate limit, all later requests are sent more slowly. */
  wait: (repeat: Repeat) => Promise<void>;
  /** The start of the run in milliseconds since the epoch. */
  started: number;
  /** Returns the end of the run, which is the time of the first call. */
  ended: () => number;
  budget: RequestBudget;
}

/** The result for requests after the budget was used up. */
export const BUDGET_USED_UP: UnsentRequest = {
  state: 'not-observed',
  notSent: 'a retry, or another run on the ledger, used up the budget or the limit of the profile',
  isFinal: true,
};

/** The result for requests after the run was aborted, including the current request. */
const ENDED: UnsentRequest = { state: 'not-observed', notSent: 'the run was aborted', isFinal: true };

/**
 * Creates a source that sends requests to a service.
 * @param clock the time in milliseconds since the epoch, and a pause in milliseconds
 */
export function createNetworkSource(
  secrets: readonly string[],
  transport: Transport,
  budget: RequestBudget,
  { now, sleep }: { now: () => number; sleep: (milliseconds: number) => Promise<void> },
  pace: Pace,
): ResponseSource {
  let ended: number | undefined;
  return {
    send: async (masked, query) => {
      const { request } = masked;
      const pause = pace.pause(now());
      if (pause > 0) await sleep(pause);
      if (transport.signal?.aborted) return ENDED;
      if (!budget.take(request)) return BUDGET_USED_UP;
      const started = now();
      pace.add(started);
      const result = withholdSecrets(await send(masked, query, transport), secrets);
      if (transport.signal?.aborted) return ENDED;
      budget.settle(request, result);
      return { started, milliseconds: now() - started, result };
    },
    wait: ({ why, seconds }) => {
      if (why === 'burst') pace.slowDown(seconds * 1000);
      return sleep(seconds * 1000);
    },
    started: now(),
    ended: () => (ended ??= now()),
    budget,
  };
}

/**
 * Removes the secrets from a response, so that later code cannot print a secret, and reports their locations. A run judges the
 * same masked content that it records, so that its replay gives the same result.
 */
export function withholdSecrets(result: SendResult, secrets: readonly string[]): SendResult {
  if (!isResponse(result)) return result;
  const { headers, body } = result;
  const text = textOf(body);
  if (!leaks([...headers.flat(), text].join('\n'), secrets)) return result;
  const masked = headers.map(([name, value]): [string, string] => [
    withoutSecrets(name, secrets),
    withoutSecrets(value, secrets),
  ]);
  const index = masked.findIndex(([name, value], at) => name !== headers[at]?.[0] || value !== headers[at]?.[1]);
  const echoed: TrafficEcho[] = masked[index] ? [{ header: masked[index][0] }] : [];
  const response = { ...result, headers: masked };
  if (!leaks(text, secrets)) return echoed.length > 0 ? { ...response, echoed } : response;
  echoed.push('body');
  const kept = maskedBytes(body, secrets);
  return kept
    ? { ...response, body: kept, echoed }
    : { ...response, body: new Uint8Array(), unread: 'withheld', echoed };
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Masks the secrets in a body. Bytes that are not UTF-8 are preserved. Undefined if the result still contains a secret. */
function maskedBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array | undefined {
  const text = textOf(bytes);
  const encoding = Buffer.from(text).equals(bytes) ? 'utf8' : 'latin1';
  const kept = Buffer.from(maskSecrets(Buffer.from(bytes).toString(encoding), secrets), encoding);
  return leaks(textOf(kept), secrets) || leaks(kept.toString('latin1'), secrets) ? undefined : kept;
}
