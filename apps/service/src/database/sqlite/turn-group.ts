interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Collects the items of one turn of the event loop and works on all of them at the end of the turn. While work waits, items
 * are collected for the next group, so that they do not all wait for the same thing one by one.
 * @param work returns one result for each item, in their order, or a promise of them; if it throws, all are rejected
 * @param later runs the work; default: at the end of the turn. With `process.nextTick` it runs in the same turn, once nothing
 *   goes on without waiting: for items that come together from another group
 */
export function createTurnGroup<Item, Result>(
  work: (items: Item[]) => Result[] | Promise<Result[]>,
  later: (run: () => void) => void = setImmediate,
): (item: Item) => Promise<Result> {
  let group: Waiting<Item, Result>[] = [];
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || group.length === 0) return;
    isScheduled = true;
    later(run);
  }
  async function run(): Promise<void> {
    const waiting = group;
    group = [];
    try {
      const results = await work(waiting.map(({ item }) => item));
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result);
    } catch (reason) {
      for (const { reject } of waiting) reject(reason);
    }
    isScheduled = false;
    schedule();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      group.push({ item, resolve, reject });
      schedule();
    });
}
