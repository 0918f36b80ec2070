import { StorageError } from './storage-error.ts';

/** Works on items in groups. */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>;
  /** How many items wait for the next group. */
  waiting(): number;
}

interface BatcherOptions {
  /** Starts a group. Default: at the end of the turn of the event loop. `process.nextTick` starts it in the same turn. */
  later?: (run: () => void) => void;
  /** Items of one group. Default: all that wait. */
  largest?: number;
}

/**
 * Collects items and processes all of them together. There is one group at a time: items that
 * come while it is under way go into the next one.
 * @param work returns one result for each item, in their order; if it throws, all its items are rejected
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { later = setImmediate, largest = Number.POSITIVE_INFINITY }: BatcherOptions = {},
): Batcher<Item, Result> {
  const queue: { item: Item; resolve(result: Result): void; reject(reason: unknown): void }[] = [];
  /** Whether a group is under way, or about to start. */
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

/** Items of one call: more would only make the others wait. */
const LARGEST_CALL = 1_000;
/** Items that may wait; more are rejected immediately, because their clients would be gone before their turn. */
const LONGEST_QUEUE = 10_000;

/** Is called after every call of the database: its name, how long it took, and how many requests it was for. */
export type OnCall = (call: string, seconds: number, requests: number) => void;

/**
 * Sends requests to the database, several in one call. There is one call at a time: a second one would wait for rows that
 * the first has locked.
 * @param name of the call
 * @param location of the database, for messages
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
  const text = `too slow: ${LONGEST_QUEUE} requests wait for it. Look for what slows PostgreSQL down`;
  return {
    waiting,
    add: (item) =>
      waiting() < LONGEST_QUEUE
        ? add(item)
        : Promise.reject(new StorageError('unavailable', location, text, undefined)),
  };
}
