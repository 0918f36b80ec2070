import { StorageError } from '../storage-error.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/** Sends items to the database, several in one call. */
export interface CallGroup<Item, Result> {
  add(item: Item): Promise<Result>;
  /** How many wait for the next call. */
  waiting(): number;
}

export interface CallGroupOptions {
  /** Of the database, for messages. */
  location: string;
  /** Is called after every call, also after one that failed. */
  onCall?: ((seconds: number, items: number) => void) | undefined;
}

/** Items of one call: more would only make the others wait. */
const LARGEST_CALL = 1_000;
/** Items that may wait; more are refused at once, because their clients would be gone before their turn. */
const LONGEST_QUEUE = 10_000;

/**
 * Collects items while a call is under way; the next call takes all that wait. A single item is sent at the end of the
 * turn of the event loop. There is one call at a time: a second one would wait for rows that the first has locked.
 * @param call returns one result for each item, in their order; if it throws, all its items are rejected
 */
export function createCallGroup<Item, Result>(
  call: (items: Item[]) => Promise<Result[]>,
  { location, onCall }: CallGroupOptions,
): CallGroup<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  /** Whether a call is under way, or will be at the end of this turn. */
  let isBusy = false;

  async function callAll(): Promise<void> {
    while (queue.length > 0) await callOnce(queue.splice(0, LARGEST_CALL));
    isBusy = false;
  }
  async function callOnce(group: Waiting<Item, Result>[]): Promise<void> {
    const start = performance.now();
    try {
      const results = await call(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (reason) {
      for (const { reject } of group) reject(reason);
    } finally {
      onCall?.((performance.now() - start) / 1000, group.length);
    }
  }
  const add = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (queue.length >= LONGEST_QUEUE) {
        const text = `too slow: ${LONGEST_QUEUE} requests wait for it. Look for what slows PostgreSQL down`;
        return reject(new StorageError('unavailable', location, text, undefined));
      }
      queue.push({ item, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      setImmediate(callAll);
    });
  return { add, waiting: () => queue.length };
}
