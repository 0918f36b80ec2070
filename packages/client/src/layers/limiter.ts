import { checkNames, type Layer } from '../call/options.ts';
import { LONGEST_WAIT, retryAfterOf } from '../call/response-error.ts';
import { type OptionalSignal, sleep, untilAborted } from '../call/time-limit.ts';
import { ordered } from './order.ts';
import { rateLimits } from './request.ts';
import { isUnwanted } from './share.ts';

export { type RateLimit, rateLimits } from './request.ts';

export interface LimiterOptions {
  /** Called with the waiting time in milliseconds when requests begin to wait. */
  onWait?: ((milliseconds: number) => void) | undefined;
}

/**
 * Creates a layer that delays the requests of a client, so that the service does not reject them. The layer follows
 * `RateLimit-Policy`. Without that header, the limit is the number of requests that the service accepted before its last 429. A
 * short `Retry-After` pauses all requests.
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

/** The number of requests that the service accepts within a time window. */
interface Limit {
  requests: number;
  milliseconds: number;
  /** The time when the limit expires, according to `performance.now()`; Infinity if the service states the limit. */
  expires: number;
}

/** Milliseconds after which an unstated limit expires. */
const MEMORY = 60_000;
/** The number of response times that are kept while no limit is known. */
const KEPT_RESPONSES = 1_000;

/** Determines from the responses when the next request may be sent. */
class Pace {
  #limit: Limit | undefined;
  /** The time when the service accepts requests again after a `Retry-After`. */
  #stoppedUntil = 0;
  /** The number of requests without a response. All these requests count, because their arrival time at the service is unknown. */
  #running = 0;
  /** The response times of accepted requests; times outside the window are removed. */
  #accepted: number[] = [];

  /** Returns the milliseconds until a request may be sent. 0 means now, and Infinity means not before the next response. */
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
    // A longer wait is caused by an exhausted quota, which slower requests cannot avoid.
    const isTooFast = status === 429 && retryAfter <= LONGEST_WAIT;
    if (!isTooFast) this.#accepted.push(now);
    const stated = rateLimits(headers).findLast(({ q, w }) => q && w && w <= LONGEST_WAIT);
    if (stated?.q && stated.w)
      this.#limit = { requests: stated.q, milliseconds: stated.w * 1000, expires: Number.POSITIVE_INFINITY };
    else if (isTooFast && retryAfter) this.#limit = this.#limitAfterRejection(now, retryAfter * 1000);
    if (retryAfter <= LONGEST_WAIT) this.#stoppedUntil = Math.max(this.#stoppedUntil, now + retryAfter * 1000);
  }

  /** Derives an unstated limit: the number of requests that the service accepted in a period as long as its `Retry-After`. */
  #limitAfterRejection(now: number, milliseconds: number): Limit {
    const accepted = this.#accepted.filter((time) => time > now - milliseconds).length;
    // Several rejections of concurrent requests must not lower the limit repeatedly.
    const isFirst = now > this.#stoppedUntil;
    const before = isFirst ? 0 : (this.#limit?.requests ?? Number.POSITIVE_INFINITY);
    return { requests: Math.max(1, accepted, before), milliseconds, expires: now + MEMORY };
  }
}

/** The waiting requests, in order. */
class RequestQueue {
  readonly #pace: Pace;
  readonly #onWait: LimiterOptions['onWait'];
  #length = 0;
  /** A promise that settles when the last request has left the queue. */
  #last: Promise<unknown> = Promise.resolve();
  #wake = (): void => {};

  constructor(pace: Pace, onWait: LimiterOptions['onWait']) {
    this.#pace = pace;
    this.#onWait = onWait;
  }

  /** Wakes the first request, which may be sent after a response. */
  wakeFirst(): void {
    this.#wake();
  }

  /** Waits until a request may be sent and immediately counts the request. @throws the abort reason */
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

  /** Waits for the delay, or until the signal aborts. */
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
