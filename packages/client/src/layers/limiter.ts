import type { Layer } from '../fetch/options.ts';
import { LONGEST_WAIT, responseError } from '../fetch/response-error.ts';
import { sleep, withTimeLimit } from '../fetch/time-limit.ts';
import { rateLimits } from './rate-limit.ts';

/** Milliseconds: requests do not arrive as regularly as they are sent. */
const MARGIN = 50;
/** The most requests whose times are kept. */
const MOST = 10_000;

/**
 * Creates a layer that delays the requests of a client, so that the service does not refuse them. A short `Retry-After` stops
 * all of them. No window has more requests than the service's `RateLimit-Policy` allows; without that header, than the service
 * accepted before it refused one.
 */
export function createLimiter(): Layer {
  let quota = MOST;
  let window = 0;
  let stoppedUntil = 0;
  let sent: number[] = [];
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Milliseconds until a request may be sent; 0 counts the request. */
  const delay = (): number => {
    const now = performance.now();
    if (sent.length >= 2 * MOST) sent = sent.slice(-MOST);
    const earlier = window ? sent.at(-Math.floor(quota)) : undefined;
    const until = Math.max(stoppedUntil, earlier === undefined ? 0 : earlier + window + MARGIN);
    if (until > now) return until - now;
    sent.push(now);
    return 0;
  };

  /** Resolves when a request may be sent; the requests wait in their order. */
  const turn = async (signal: AbortSignal | null | undefined) => {
    if (!queued && !delay()) return;
    queued++;
    const mine = last.then(async () => {
      for (let wait = 1; wait && !signal?.aborted; ) {
        wait = delay();
        if (wait) await sleep(wait, signal);
      }
    });
    last = mine.catch(() => {}).then(() => queued--);
    await withTimeLimit([signal], 0, () => mine);
  };

  const learn = ({ status, headers }: Response) => {
    const now = performance.now();
    const { retryAfter = 0, code } = responseError('limiter', { status, headers, body: {} }) ?? {};
    if (retryAfter <= LONGEST_WAIT) stoppedUntil = Math.max(stoppedUntil, now + retryAfter * 1000);
    const stated = rateLimits(headers).filter(({ q, w = 0 }) => q && w && w <= LONGEST_WAIT);
    for (const { q = 0, w = 0 } of stated) [quota, window] = [Math.min(q, MOST), w * 1000];
    if (stated.length) return;
    if (code !== 'rate_limited') quota += 1 / 100;
    else if (retryAfter) {
      window = retryAfter * 1000;
      quota = Math.max(1, Math.min(quota, sent.filter((time) => time > now - window).length) - 1);
    }
  };

  return (next) => async (address, init) => {
    await turn(init.signal);
    const response = await next(address, init);
    learn(response);
    return response;
  };
}
