interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Collects what is asked in one turn of the event loop and does it at once, at the turn's end.
 * @param work gives one result for each item, in their order; where it throws, all of them are rejected
 */
export function createGroup<Item, Result>(work: (items: Item[]) => Result[]): (item: Item) => Promise<Result> {
  let group: Waiting<Item, Result>[] = [];

  function run(): void {
    const waiting = group;
    group = [];
    try {
      const results = work(waiting.map(({ item }) => item));
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result);
    } catch (reason) {
      for (const { reject } of waiting) reject(reason);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (group.length === 0) setImmediate(run);
      group.push({ item, resolve, reject });
    });
}
