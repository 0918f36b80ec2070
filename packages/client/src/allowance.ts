import { failure, failureText } from './contract.gen.ts';
import { VehicleLookupError } from './errors.ts';
import { isObject } from './kind.ts';
import { type Fetch, isRefusal } from './send.ts';

/** Keeps the times of consultations, in milliseconds since 1970. They say nothing of what was asked. */
export interface AllowanceStore {
  /**
   * Replaces the kept times, none at first, by what `change` makes of them. Where nothing comes between reading and
   * writing, the allowance is exact; `change` may be called again when another writer was faster.
   */
  update(change: (times: readonly number[]) => number[]): Promise<void> | void;
}

export interface AllowanceOptions {
  /** Consultations that the plan allows in any window. */
  limit: number;
  /** Length of the rolling window in seconds, such as `7 * 86_400`. */
  windowSeconds: number;
  /** In memory unless given. */
  store?: AllowanceStore;
  /** Sends the requests instead of the global `fetch`. */
  fetch?: Fetch;
}

export interface Allowance {
  /** Give it to a client: it sends requests while the allowance lasts, and then answers 429 itself. */
  fetch: Fetch;
  /** Consultations left at this moment. */
  remaining(): Promise<number>;
}

/**
 * Counts the consultations of one account, so that no request is made of which the service would say that the
 * allowance is exhausted. Each attempt takes its place before it is sent and gives it back when it was not charged
 * (assumption charging: errors are free, also those with the status of a success). An attempt that was aborted keeps it:
 * the service may have charged it.
 * @throws VehicleLookupError `invalid_argument` when limit or window is not positive
 */
export function createAllowance(options: AllowanceOptions = {} as AllowanceOptions): Allowance {
  const {
    limit,
    windowSeconds,
    store = inMemory(),
    fetch: send = (...request) => globalThis.fetch(...request),
  } = options;
  if (!Number.isSafeInteger(limit) || limit < 1) throw unfit('limit: expected an integer from 1.');
  if (!Number.isFinite(windowSeconds) || windowSeconds <= 0) throw unfit('windowSeconds: expected a positive number.');
  const transact = transactions(store, windowSeconds * 1000);

  /** Takes a place: its time, or the seconds until one is free. */
  const reserve = () =>
    transact<{ time: number } | { wait: number }>((times, now) => {
      if (times.length < limit) return [[...times, now], { time: now }];
      const next = (times[times.length - limit] as number) + windowSeconds * 1000;
      return [times, { wait: Math.ceil((next - now) / 1000) }];
    });

  /** Gives a place back. Where that fails, the count is one too high, which costs less than an answer lost. */
  const release = (time: number) =>
    transact((times, now) => {
      const index = times.lastIndexOf(Math.min(time, now));
      return [times.filter((_, at) => at !== index), undefined];
    }).catch(() => {});

  return {
    async fetch(address, init) {
      const place = await reserve();
      if ('wait' in place) return exhausted(limit, place.wait);
      if (init.signal?.aborted) {
        await release(place.time);
        throw init.signal.reason;
      }
      try {
        const response = await send(address, init);
        if (!(await isCharged(response))) await release(place.time);
        return response;
      } catch (fault) {
        if (!init.signal?.aborted) await release(place.time);
        throw fault;
      }
    },
    remaining: () => transact((times) => [times, Math.max(limit - times.length, 0)]),
  };
}

/** A failure may come with the status of a success (assumption failure-in-200). */
async function isCharged(response: Response): Promise<boolean> {
  if (!response.ok) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => {});
  return !(isObject(body) && isRefusal(body));
}

type Change<T> = (times: number[], now: number) => [times: number[], result: T];

/** Changes of the times inside the window, one after the other. */
function transactions(store: AllowanceStore, span: number): <T>(change: Change<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(change: Change<T>) => {
    const turn = last.then(async () => {
      let result: { of: T } | undefined;
      try {
        await store.update((times) => {
          const now = Date.now();
          // A clock that was put back must not close the window for longer than its length.
          const live = read(times).flatMap((time) => (now - time < span ? [Math.min(time, now)] : []));
          const [changed, outcome] = change(live, now);
          result = { of: outcome };
          return changed;
        });
      } catch (cause) {
        throw cause instanceof VehicleLookupError ? cause : unfit('store: it failed, and no request was made.', cause);
      }
      if (!result) throw unfit('store: expected update to call change, and it did not.');
      return (result as { of: T }).of;
    });
    last = turn.catch(() => {});
    return turn;
  };
}

function read(times: unknown): number[] {
  if (Array.isArray(times) && times.every(Number.isFinite)) return times.toSorted((left, right) => left - right);
  throw unfit('store: expected a list of times in milliseconds, got something else.');
}

function inMemory(): AllowanceStore {
  let times: number[] = [];
  return {
    update(change) {
      times = change(times);
    },
  };
}

/** What the service would answer (assumption retry-after). */
const exhausted = (limit: number, wait: number): Response =>
  Response.json(
    { ...failure, [failureText]: `The local allowance of ${limit} is used up; no request was made.` },
    { status: 429, headers: { 'Retry-After': String(wait) } },
  );

const unfit = (what: string, cause?: unknown): VehicleLookupError =>
  new VehicleLookupError('invalid_argument', 'allowance', what, { cause });
