import { type Answer, type Attempt, attempts } from './attempt.ts';
import { identity } from './contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from './errors.ts';
import { PATIENCE } from './judge.ts';
import { type End, limited } from './limit.ts';
import type { CallOptions, Hooks, VehicleLookupOptions } from './options.ts';
import type { Identity } from './selectors.gen.ts';
import type { Query } from './send.ts';

/** A service and the account that asks it. The credentials are kept inside and leave it only in requests. */
export interface Connection extends Identity {
  readonly baseUrl: string;
  /** Sends a query, again where that may help. Never rejects. */
  readonly request: (operation: string, query: Query, options?: CallOptions) => Promise<Answer>;
}

const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/**
 * Connects to a service; nothing is sent yet.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions): Connection {
  const attempt = attempts(options);
  const request = (operation: string, query: Query, call: CallOptions = {}) =>
    ask(attempt, options, operation, query, call);
  const known = identity.map((name) => [name, (options as unknown as Query)[name]]);
  return { ...Object.fromEntries(known), baseUrl: options.baseUrl, request };
}

async function ask(
  attempt: Attempt,
  options: VehicleLookupOptions,
  operation: string,
  query: Query,
  call: CallOptions,
): Promise<Answer> {
  const { timeout = 30_000, retry, fetch, headers } = { ...options, ...call };
  const signals = [options.signal, call.signal];
  const { limit = 2, delay = 300 } = retry === false ? { limit: 0 } : (retry ?? {});
  const tell = (hook: keyof Hooks, event: object) => {
    try {
      options.hooks?.[hook]?.({ operation, ...event } as never);
    } catch {} // A hook watches; it does not take part.
  };
  const ended = (code: End): Answer => {
    const cause = signals.find((signal) => signal?.aborted)?.reason;
    const what = code === 'timeout' ? `no answer within ${timeout} ms.` : 'aborted.';
    return { error: new VehicleLookupError(code, operation, what, { cause }) };
  };
  for (let count = 1; ; count++) {
    const start = performance.now();
    tell('onRequest', { attempt: count });
    const answer = await limited(signals, timeout, ended, (signal) =>
      attempt(operation, query, { fetch, headers, signal }),
    );
    const { response, error } = answer;
    const milliseconds = performance.now() - start;
    if (response) tell('onResponse', { attempt: count, status: response.status, milliseconds });
    if (!error || count > limit || !RETRYABLE.includes(error.code)) return answer;
    const { retryAfter = (Math.random() * delay * 2 ** count) / 2000 } = error;
    if (retryAfter > PATIENCE) return answer;
    tell('onRetry', { attempt: count, delay: retryAfter * 1000, error });
    const end = await limited<End>(
      signals,
      retryAfter * 1000 || 1,
      (end) => end,
      () => new Promise(() => {}),
    );
    if (end === 'aborted') return ended(end);
  }
}
