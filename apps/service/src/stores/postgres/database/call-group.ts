import { StorageError } from '../../storage-error.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

export interface CallGroupOptions {
  /** Calls that may be under way at once. */
  calls: number;
  /** Of the database, for messages. */
  location: string;
}

/** Items of one call: more would only make the others wait. */
const LARGEST_CALL = 1_000;
/** Items that may wait; more are refused at once, because their clients would be gone before their turn. */
const LONGEST_QUEUE = 10_000;

/**
 * Collects items while calls are under way; the next call takes all that wait. A single item is sent at the end of the
 * turn of the event loop.
 * @param call returns one result for each item, in their order; if it throws, all its items are rejected
 */
export function createCallGroup<Item, Result>(
  call: (items: Item[]) => Promise<Result[]>,
  { calls, location }: CallGroupOptions,
): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let scheduled = false;

  function begin(): void {
    scheduled = false;
    while (underWay < calls && queue.length > 0) send(queue.splice(0, LARGEST_CALL));
  }
  async function send(group: Waiting<Item, Result>[]): Promise<void> {
    underWay++;
    try {
      const results = await call(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (reason) {
      for (const { reject } of group) reject(reason);
    } finally {
      underWay--;
      begin();
    }
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= LONGEST_QUEUE) {
        const text = `too slow: ${LONGEST_QUEUE} requests wait for it. Look for what slows PostgreSQL down`;
        return reject(new StorageError('unavailable', location, text, undefined));
      }
      queue.push({ item, resolve, reject });
      if (scheduled || underWay >= calls) return;
      scheduled = true;
      setImmediate(begin);
    });
}
