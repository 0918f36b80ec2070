import { checkNames, type Layer } from '../call/options.ts';
import { LONGEST_WAIT, retryAfterOf } from '../call/response-error.ts';
import { type OptionalSignal, sleep, untilAborted } from '../call/time-limit.ts';
import { ordered } from './order.ts';
import { rateLimits } from './request.ts';
import { isUnwanted } from './share.ts';

export { type RateLimit, rateLimits } from './request.ts';

export interface LimiterOptions {
  /** Called when requests begin to wait for the service, with the milliseconds. */
  onWait?: ((milliseconds: number) => void) | undefined;
}

/**
 * Creates a layer that delays the requests of a client, so that the service does not reject them. It keeps within
 * `RateLimit-Policy`. Without that header the limit is what the service accepted before its last 429. A short `Retry-After`
 * stops all requests.
 */
export function createLimiter(options: LimiterOptions = {}): Layer {
  checkNames('limiter', options, ['onWait']);
  const pace = new Pace();
  const queue = new RequestQueue(pace, options.onWait);
  return ordered('limiter', (next) => async (address, init) => {
    await queue.waitForTurn(init.signal);
    try {
      const response = await next(address, init);
      pace.learn(response);
      return response;
    } finally {
      pace.end();
      queue.wakeFirst();
    }
  });
}

/** Requests that the service accepts in a window of time. */
interface Limit {
  requests: number;
  milliseconds: number;
  /** When it is forgotten, by `performance.now()`; Infinity if the service states it. */
  expires: number;
}

/** Milliseconds for which a limit that the service does not state is remembered. */
const MEMORY = 60_000;
/** Responses whose times are kept before there is a limit. */
const KEPT_RESPONSES = 1_000;

/** When the next request may be sent, as far as the responses tell. */
class Pace {
  #limit: Limit | undefined;
  /** When the service accepts requests again, after a `Retry-After`. */
  #stoppedUntil = 0;
  /** Requests without a response so far. When they arrived at the service is not known, so that all of them count. */
  #running = 0;
  /** When the responses of accepted requests came; times outside the window are removed. */
  #accepted: number[] = [];

  /** Milliseconds until a request may be sent; 0: now; Infinity: not before another response comes. */
  delay(): number {
    const now = performance.now();
    if (this.#limit && now > this.#limit.expires) this.#limit = undefined;
    const limit = this.#limit;
    this.#accepted = limit
      ? this.#accepted.filter((time) => time > now - limit.milliseconds)
      : this.#accepted.slice(-KEPT_RESPONSES);
    if (this.#stoppedUntil > now) return this.#stoppedUntil - now;
    if (!limit || this.#running + this.#accepted.length < limit.requests) return 0;
    const [oldest] = this.#accepted;
    return oldest === undefined ? Number.POSITIVE_INFINITY : oldest + limit.milliseconds - now + 1;
  }

  start(): void {
    this.#running++;
  }

  end(): void {
    this.#running--;
  }

  learn({ status, headers }: Response): void {
    const now = performance.now();
    const retryAfter = retryAfterOf({ status, headers }) ?? 0;
    // A longer wait is that of an exhausted quota, which a pace cannot avoid.
    const isTooFast = status === 429 && retryAfter <= LONGEST_WAIT;
    if (!isTooFast) this.#accepted.push(now);
    const stated = rateLimits(headers).findLast(({ q, w }) => q && w && w <= LONGEST_WAIT);
    if (stated?.q && stated.w)
      this.#limit = { requests: stated.q, milliseconds: stated.w * 1000, expires: Number.POSITIVE_INFINITY };
    else if (isTooFast && retryAfter) this.#limit = this.#limitAfterRejection(now, retryAfter * 1000);
    if (retryAfter <= LONGEST_WAIT) this.#stoppedUntil = Math.max(this.#stoppedUntil, now + retryAfter * 1000);
  }

  /** The service does not state its limit: it is what it accepted in as much time as it now wants to wait. */
  #limitAfterRejection(now: number, milliseconds: number): Limit {
    const accepted = this.#accepted.filter((time) => time > now - milliseconds).length;
    // Rejections of requests that were sent together do not lower the limit one after the other.
    const isFirst = now > this.#stoppedUntil;
    const before = isFirst ? 0 : (this.#limit?.requests ?? Number.POSITIVE_INFINITY);
    return { requests: Math.max(1, accepted, before), milliseconds, expires: now + MEMORY };
  }
}

/** The requests that wait, in their order. */
class RequestQueue {
  readonly #pace: Pace;
  readonly #onWait: LimiterOptions['onWait'];
  #length = 0;
  /** Settles when the last request has left the queue. */
  #last: Promise<unknown> = Promise.resolve();
  #wake = (): void => {};

  constructor(pace: Pace, onWait: LimiterOptions['onWait']) {
    this.#pace = pace;
    this.#onWait = onWait;
  }

  /** A response has come: the first request may be sent now. */
  wakeFirst(): void {
    this.#wake();
  }

  /** Waits until a request may be sent, and counts it in the same moment. @throws the reason of the signal */
  async waitForTurn(signal: OptionalSignal): Promise<void> {
    if (!this.#length && !this.#pace.delay()) return this.#pace.start();
    this.#length++;
    const turn = this.#last.then(async () => {
      for (let delay = this.#pace.delay(); delay && !signal?.aborted; delay = this.#pace.delay())
        await this.#wait(delay, signal);
      this.#length--;
      const isEnded = isUnwanted(signal);
      if (!isEnded) this.#pace.start();
      return !isEnded;
    });
    this.#last = turn;
    const isCounted = await turn;
    if (isCounted && signal?.aborted) this.#pace.end();
    signal?.throwIfAborted();
  }

  /** Also ends when the signal aborts. */
  #wait(delay: number, signal: OptionalSignal): Promise<unknown> {
    const response = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const isKnown = delay < Number.POSITIVE_INFINITY;
    if (isKnown) this.#onWait?.(delay);
    const wait = isKnown ? sleep(delay, signal) : untilAborted([signal], () => response);
    return wait.catch(() => {});
  }
}
