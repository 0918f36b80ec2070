import type { Layer } from '../fetch/options.ts';
import { LONGEST_WAIT, responseError } from '../fetch/response-error.ts';
import { sleep, withTimeLimit } from '../fetch/time-limit.ts';
import { rateLimits } from './rate-limit.ts';

const UNLIMITED: [quota: number, window: number, learnedAt: number] = [
  Number.POSITIVE_INFINITY,
  0,
  Number.POSITIVE_INFINITY,
];
/** Responses whose times are kept before there is a limit. */
const MOST = 1_000;
/** Milliseconds for which a limit that the service does not state is remembered. */
const MEMORY = 60_000;

/**
 * Creates a layer that delays the requests of a client, so that the service does not refuse them. A short `Retry-After` stops
 * all of them. No window has more requests than the service's `RateLimit-Policy` allows; without that header, than the service
 * accepted before it refused one. A request counts from its start until the window after its response: when it arrived at the
 * service is not known.
 */
export function createLimiter(): Layer {
  /** Requests in a window of so many milliseconds; when that was learnt, if the service does not state it. */
  let [quota, window, learnedAt] = UNLIMITED;
  let stoppedUntil = 0;
  let running = 0;
  /** When the responses came that count. */
  let done: number[] = [];
  let wake = () => {};
  let queue: Promise<unknown> = Promise.resolve();
  let queued = 0;

  /** Milliseconds until a request may be sent; 0 counts it; Infinity: until a response comes. */
  const delay = (): number => {
    const now = performance.now();
    if (now - learnedAt > MEMORY) [quota, window, learnedAt] = UNLIMITED;
    done = window ? done.filter((time) => time > now - window) : done.slice(-MOST);
    if (stoppedUntil > now) return stoppedUntil - now;
    if (running + done.length < quota) return 0;
    return done[0] === undefined ? Number.POSITIVE_INFINITY : done[0] + window - now + 1;
  };

  /** Counts a request as soon as it may be sent; the requests wait in their order. */
  const turn = async (signal: AbortSignal | null | undefined) => {
    if (!queued && !delay()) {
      running++;
      return;
    }
    queued++;
    const mine = queue.then(async () => {
      for (let wait = delay(); wait && !signal?.aborted; wait = delay()) {
        const response = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const isUnknown = wait === Number.POSITIVE_INFINITY;
        await (isUnknown ? withTimeLimit([signal], 0, () => response) : sleep(wait, signal)).catch(() => {});
      }
      queued--;
      if (!signal?.aborted) running++;
      return !signal?.aborted;
    });
    queue = mine;
    const isCounted = await mine;
    if (isCounted && signal?.aborted) running--;
    signal?.throwIfAborted();
  };

  const learn = ({ status, headers }: Response) => {
    const now = performance.now();
    const { retryAfter = 0, code } = responseError('limiter', { status, headers, body: {} }) ?? {};
    const isRefused = code === 'rate_limited';
    if (!isRefused) done.push(now);
    const stated = rateLimits(headers).filter(({ q, w }) => q && w && w <= LONGEST_WAIT);
    for (const { q = 0, w = 0 } of stated) [quota, window, learnedAt] = [q, w * 1000, Number.POSITIVE_INFINITY];
    if (isRefused && retryAfter && !stated.length) {
      const isFirst = now > stoppedUntil;
      const accepted = done.filter((time) => time > now - retryAfter * 1000).length;
      [quota, window, learnedAt] = [Math.max(1, accepted, isFirst ? 0 : quota), retryAfter * 1000, now];
    }
    if (retryAfter <= LONGEST_WAIT) stoppedUntil = Math.max(stoppedUntil, now + retryAfter * 1000);
  };

  return (next) => async (address, init) => {
    await turn(init.signal);
    try {
      const response = await next(address, init);
      learn(response);
      return response;
    } finally {
      running--;
      wake();
    }
  };
}
