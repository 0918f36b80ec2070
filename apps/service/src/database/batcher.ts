import { StorageError } from './storage-error.ts';

/** A processor that collects items and processes them in groups. */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Returns the number of items that wait for the next group. */
  waiting(): number;
}

interface BatcherOptions {
  /** Schedules a group; default: at the end of the current turn of the event loop. `process.nextTick` runs the group within the turn. */
  later?: (run: () => void) => void;
  /** Maximum number of items in a group. Default: unlimited. */
  largest?: number;
}

/**
 * Creates a batcher that processes one group at a time: items that arrive meanwhile form the next group.
 * @param work returns one result for each item, in the same order; if it throws, all items of the group are rejected
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { later = setImmediate, largest = Number.POSITIVE_INFINITY }: BatcherOptions = {},
): Batcher<Item, Result> {
  const queue: { item: Item; resolve(result: Result): void; reject(reason: unknown): void }[] = [];
  /** True if a group is in progress or scheduled. */
  let isBusy = false;

  function start(): void {
    isBusy = queue.length > 0;
    if (isBusy) later(run);
  }
  async function run(): Promise<void> {
    const group = queue.splice(0, largest);
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (reason) {
      for (const { reject } of group) reject(reason);
    }
    start();
  }

  const add = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!isBusy) start();
    });
  return { add, waiting: () => queue.length };
}

/** Maximum number of items in one call; a larger call would only delay other requests. */
const LARGEST_CALL = 1_000;
/** Maximum number of waiting items; further items are rejected immediately, because their clients would time out first. */
const LONGEST_QUEUE = 10_000;

/** Called after every database call with the call name, the duration, and the number of requests in the call. */
export type OnCall = (call: string, seconds: number, requests: number) => void;

/**
 * Creates a batcher that sends several requests in one database call. There is one call at a time, because a second call would
 * wait for rows that the first call has locked.
 * @param name name of the call
 * @param location location of the database, for messages
 */
export function createCallBatcher<Item, Result>(
  call: (items: Item[]) => Promise<Result[]>,
  { name, location, onCall }: { name: string; location: string; onCall: OnCall | undefined },
): Batcher<Item, Result> {
  const timedCall = async (items: Item[]): Promise<Result[]> => {
    const begin = performance.now();
    return call(items).finally(() => onCall?.(name, (performance.now() - begin) / 1000, items.length));
  };
  const { add, waiting } = createBatcher(timedCall, { largest: LARGEST_CALL });
  const text = `too slow; ${LONGEST_QUEUE} requests are waiting. Find out why PostgreSQL is slow`;
  return {
    waiting,
    add: (item) =>
      waiting() < LONGEST_QUEUE
        ? add(item)
        : Promise.reject(new StorageError('unavailable', location, text, undefined)),
  };
}
