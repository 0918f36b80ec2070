import { type Identity, identity } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import { type Answer, type Attempt, createAttempt } from './attempt.ts';
import { type CallOptions, type Hooks, refuse, type VehicleLookupOptions } from './options.ts';
import { LONGEST_WAIT } from './response-error.ts';
import type { Query } from './send.ts';
import { type EarlyEnd, withTimeLimit } from './time-limit.ts';

/** A service and an account. The credentials are private: they are sent in requests and shown nowhere else. */
export interface Connection extends Identity {
  readonly baseUrl: string;
  /**
   * Sends a query, and repeats it where a retry may help.
   * @throws VehicleLookupError `invalid_argument` when an option is malformed, and nothing else
   */
  readonly request: (operation: string, query: Query, options?: CallOptions) => Promise<Answer>;
}

const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/**
 * Creates a connection to a service. Sends no request.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function connect(options: VehicleLookupOptions): Connection {
  const request = withRetries(createAttempt(options), options);
  const connection: Query = { baseUrl: options.baseUrl, request };
  for (const name of identity) connection[name] = (options as unknown as Query)[name];
  return connection as unknown as Connection;
}

/** The limits of the call, else those of the client, else the defaults. */
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

/** Limits the time of each attempt, and repeats an attempt where a retry may help. */
function withRetries(attempt: Attempt, options: VehicleLookupOptions): Connection['request'] {
  const limits = limitsOf(options, 'connect');

  return async (operation, query, call) => {
    const { timeout, limit, delay } = call ? limitsOf(options, operation, call) : limits;
    const signals = [options.signal, call?.signal];
    const callHook = (hook: keyof Hooks, event: object) => {
      try {
        const returned: unknown = options.hooks?.[hook]?.({ operation, ...event } as never);
        (returned as Promise<unknown> | undefined)?.catch(() => {});
      } catch {} // A hook cannot make a request fail.
    };
    const ended = (code: EarlyEnd): Answer => {
      const what = code === 'timeout' ? `no answer within ${timeout} ms.` : 'aborted.';
      const aborted = signals.find((signal) => signal?.aborted);
      return { error: new VehicleLookupError(code, operation, what, { cause: aborted?.reason }) };
    };
    for (let count = 1; ; count++) {
      const start = performance.now();
      callHook('onRequest', { attempt: count });
      const answer = await withTimeLimit(signals, timeout, ended, (signal) =>
        attempt(operation, query, { fetch: call?.fetch, headers: call?.headers, signal }),
      );
      const { response, error } = answer;
      if (response) {
        const milliseconds = performance.now() - start;
        callHook('onResponse', { attempt: count, status: response.status, milliseconds });
      }
      if (!error || count > limit || !RETRYABLE.includes(error.code)) return answer;
      const { retryAfter = Math.random() * Math.min((delay * 2 ** count) / 2000, LONGEST_WAIT) } = error;
      if (retryAfter > LONGEST_WAIT) return answer;
      callHook('onRetry', { attempt: count, delay: retryAfter * 1000, error });
      const end = await withTimeLimit<EarlyEnd>(
        signals,
        retryAfter * 1000 || 1,
        (end) => end,
        () => new Promise(() => {}),
      );
      if (end === 'aborted') return ended(end);
    }
  };
}
