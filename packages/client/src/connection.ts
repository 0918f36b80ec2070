import { type Answer, type Attempt, attempts } from './attempt.ts';
import { identity } from './contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from './errors.ts';
import { PATIENCE } from './judge.ts';
import { type End, limited } from './limit.ts';
import { type CallOptions, type Hooks, refuse, type VehicleLookupOptions } from './options.ts';
import type { Identity } from './selectors.gen.ts';
import type { Query } from './send.ts';

/** A service and the account that asks it. The credentials are kept inside and leave it only in requests. */
export interface Connection extends Identity {
  readonly baseUrl: string;
  /**
   * Sends a query, again where that may help.
   * @throws VehicleLookupError `invalid_argument` when an option is malformed, and nothing else
   */
  readonly request: (operation: string, query: Query, options?: CallOptions) => Promise<Answer>;
}

const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/**
 * Connects to a service; nothing is sent yet.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions): Connection {
  const attempt = attempts(options);
  const limits = limitsOf(options, 'connect');
  const request = (operation: string, query: Query, call?: CallOptions) =>
    ask(attempt, options, limits, operation, query, call);
  const known = identity.map((name) => [name, (options as unknown as Query)[name]]);
  return { ...Object.fromEntries(known), baseUrl: options.baseUrl, request };
}

/** What ends or repeats an attempt: said for the call, for the client, or by nobody. */
function limitsOf(options: VehicleLookupOptions, operation: string, call?: CallOptions) {
  const retry = call?.retry ?? options.retry;
  const { limit = 2, delay = 300 } = retry === false ? { limit: 0 } : (retry ?? {});
  const limits: Record<'timeout' | 'limit' | 'delay', number> = {
    timeout: call?.timeout ?? options.timeout ?? 30_000,
    limit,
    delay,
  };
  for (const name in limits) {
    const value = limits[name as keyof typeof limits];
    if (!(value >= 0)) refuse(operation, name, 'a number from 0', value);
  }
  return limits;
}

async function ask(
  attempt: Attempt,
  options: VehicleLookupOptions,
  limits: ReturnType<typeof limitsOf>,
  operation: string,
  query: Query,
  call?: CallOptions,
): Promise<Answer> {
  const { timeout, limit, delay } = call ? limitsOf(options, operation, call) : limits;
  const signals = [options.signal, call?.signal];
  const tell = (hook: keyof Hooks, event: object) => {
    try {
      const told: unknown = options.hooks?.[hook]?.({ operation, ...event } as never);
      (told as Promise<unknown> | undefined)?.catch(() => {});
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
      attempt(operation, query, { fetch: call?.fetch, headers: call?.headers, signal }),
    );
    const { response, error } = answer;
    const milliseconds = performance.now() - start;
    if (response) tell('onResponse', { attempt: count, status: response.status, milliseconds });
    if (!error || count > limit || !RETRYABLE.includes(error.code)) return answer;
    const { retryAfter = Math.random() * Math.min((delay * 2 ** count) / 2000, PATIENCE) } = error;
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
