import { checkNames, type Layer } from '../call/options.ts';
import { LONGEST_WAIT } from '../call/response-error.ts';
import { failure, failureText } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { ordered } from './order.ts';
import { type Charge, isCharged, type RateLimit, rateLimits } from './request.ts';
import { isUnwanted, untilLate } from './share.ts';

/** Stores only the times of consultations, in milliseconds since 1970, not their content. */
export interface AllowanceStore {
  /**
   * Replaces the stored times (initially none) with the result of `change`. The allowance is exact if reading and writing are
   * atomic. `change` may be called again if another writer was faster.
   */
  update(change: (times: readonly number[]) => number[]): Promise<void> | void;
}

export interface AllowanceOptions {
  /** The number of consultations that the plan allows in a window. */
  limit: number;
  /** The length of the rolling window in seconds, such as `7 * 86_400`. */
  windowSeconds: number;
  /** The store of the consultation times. Default: in memory. */
  store?: AllowanceStore;
  /** The responses that the service charges for. Default: `'success'`. */
  charge?: Charge;
  /** Whether a request counts if its connection broke before the response was complete. Default: false, although it may be charged. */
  countLost?: boolean;
}

/** The allowance, which is itself a layer: `layers: [allowance]`. */
export interface Allowance extends Layer {
  /** The layer for the client option: `layers: [allowance.layer]`. Beyond the limit, the layer itself returns 429. */
  layer: Layer;
  /** Returns the current number of remaining consultations. */
  remaining(): Promise<number>;
}

/**
 * Counts the consultations of an account and stops requests beyond the limit. Each attempt is counted before it is sent, and the
 * count is reverted if the attempt was not charged (assumption charging: errors are not charged, even with a success status). An
 * aborted attempt stays counted, because the service may have charged it. If `RateLimit` states a smaller remaining allowance,
 * because other programs use the account, their consultations are also counted.
 * @throws VehicleLookupError `invalid_argument` if an option is invalid
 */
export function createAllowance(options: AllowanceOptions = {} as AllowanceOptions): Allowance {
  const { limit, windowSeconds, store = inMemory(), charge = 'success', countLost = false } = options;
  checkNames('allowance', options, ['limit', 'windowSeconds', 'store', 'charge', 'countLost']);
  if (!Number.isSafeInteger(limit) || limit < 1) throw invalid('limit: expected a positive integer.');
  if (!Number.isFinite(windowSeconds) || windowSeconds <= 0)
    throw invalid('windowSeconds: expected a positive number.');
  const transact = transactions(store, windowSeconds * 1000);

  /** Counts an attempt and returns its time. Beyond the limit, returns the seconds until an attempt is allowed again. */
  const reserve = () =>
    transact<{ time: number } | { wait: number }>((times, now) => {
      if (times.length < limit) return { times: [...times, now], result: { time: now } };
      const next = (times[times.length - limit] as number) + windowSeconds * 1000;
      return { times, result: { wait: Math.ceil((next - now) / 1000) } };
    });

  /** Reverts the count of an attempt. If the store fails, the count stays one too high, which is better than losing the response. */
  const release = (time: number) =>
    transact((times, now) => {
      const index = times.lastIndexOf(Math.min(time, now));
      return { times: times.filter((_, at) => at !== index), result: undefined };
    }).catch(() => {});

  /** Adds the consultations that the service has counted for other programs. */
  const learn = ({ r, t = 0 }: RateLimit) =>
    transact((times, now) => {
      const others = limit - times.length - (r ?? limit);
      const time = Math.min(now, now + (t - windowSeconds) * 1000);
      return { times: others > 0 ? [...times, ...Array<number>(others).fill(time)] : times, result: undefined };
    }).catch(() => {});

  const count: Layer = (next) => async (address, init) => {
    const reservation = await untilLate(init, async (late) => {
      const reserved = await reserve();
      const ended = [init.signal, late].find(isUnwanted);
      if ('wait' in reserved || !ended) return reserved;
      await release(reserved.time);
      throw ended.reason;
    });
    if ('wait' in reservation) return exhausted(limit, reservation.wait);
    try {
      const response = await next(address, init);
      const { status, headers } = response;
      if (!isCharged({ status, text: await response.clone().text() }, charge)) await release(reservation.time);
      const stated = rateLimits(headers).find(({ r, w = LONGEST_WAIT + 1 }) => r !== undefined && w > LONGEST_WAIT);
      if (stated) await learn(stated);
      return response;
    } catch (error) {
      const isUnknown = init.signal?.aborted || (error as Error)?.name === 'TimeoutError';
      if (!isUnknown && !(countLost && wasSent(error))) await release(reservation.time);
      throw error;
    }
  };
  const layer = ordered('allowance', count, charge);
  return Object.assign(layer, {
    layer,
    remaining: () => transact((times) => ({ times, result: Math.max(limit - times.length, 0) })),
  });
}

/** The error codes of Node.js, Bun and Deno for a missing connection. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ConnectionRefused'];

/** Reports whether a failed request may have reached the service. */
const wasSent = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return !UNSENT.includes(`${cause?.code ?? code}`);
};

/** Converts the times inside the window to new times. */
type TimesChange<T> = (times: number[], now: number) => { times: number[]; result: T };

/** Returns a function that changes the times inside the window, one change after another. */
function transactions(store: AllowanceStore, windowMilliseconds: number): <T>(change: TimesChange<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(change: TimesChange<T>) => {
    const turn = last.then(async () => {
      let changed: { times: number[]; result: T } | undefined;
      try {
        await store.update((times) => {
          const now = Date.now();
          // If the clock was set back, a stored time may be in the future. It must not count for longer than the window.
          const live = read(times).flatMap((time) => (now - time < windowMilliseconds ? [Math.min(time, now)] : []));
          changed = change(live, now);
          return changed.times;
        });
      } catch (cause) {
        throw cause instanceof VehicleLookupError
          ? cause
          : invalid('the store failed, and no request was made.', cause);
      }
      if (!changed) throw invalid('store: expected update to call change, and it did not.');
      return (changed as { result: T }).result;
    });
    last = turn.catch(() => {});
    return turn;
  };
}

function read(times: unknown): number[] {
  if (Array.isArray(times) && times.every(Number.isFinite)) return times.toSorted((left, right) => left - right);
  throw invalid('store: expected a list of times in milliseconds, got something else.');
}

function inMemory(): AllowanceStore {
  let times: number[] = [];
  return {
    update(change) {
      times = change(times);
    },
  };
}

/** Returns the response that the service would send (assumption retry-after). */
const exhausted = (limit: number, wait: number): Response =>
  Response.json(
    {
      ...failure,
      [failureText]: `The local allowance is used up (limit: ${limit}); no request was made. Raise limit if the plan has more.`,
    },
    { status: 429, headers: { 'Retry-After': String(wait) } },
  );

const invalid = (what: string, cause?: unknown): VehicleLookupError =>
  new VehicleLookupError('invalid_argument', 'allowance', what, { cause });
