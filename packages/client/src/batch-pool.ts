/** How many inputs are worked on at a time, and in which order results come. */
export interface PoolOptions {
  concurrency: number;
  /** In the order of the inputs; otherwise as they are there. */
  ordered: boolean;
  /** Once aborted no further input is read; what is under way comes in. */
  halt: AbortSignal;
}

/**
 * Works on many inputs, several at a time. No more are read than may be worked on, and work on none begins while nobody
 * waits for a result.
 * @throws what the inputs or the work throw, after the results that were under way
 */
export async function* pool<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  work: (input: Input, index: number) => Promise<Output>,
  { concurrency, ordered, halt }: PoolOptions,
): AsyncGenerator<Output, void> {
  const source = iterate(inputs);
  const ready = new Map<number, Output>();
  const faults: unknown[] = [];
  let started = 0;
  let running = 0;
  let reading = false;
  let upcoming: Promise<IteratorResult<Input, void>> | undefined;
  let wanted = true;
  let ended = halt.aborted;
  let wake = () => {};

  const end = () => {
    ended = true;
    wake();
  };
  const fail = (fault: unknown) => {
    faults.push(fault);
    end();
  };
  const start = async (input: Input) => {
    const index = started++;
    running++;
    await work(input, index).then((output) => ready.set(index, output), fail);
    running--;
    wake();
  };
  const fill = async () => {
    if (reading) return;
    reading = true;
    while (!ended && wanted && running + ready.size < concurrency) {
      upcoming ??= source.next();
      const next = await upcoming;
      // Read while somebody waited, and come when nobody does: it is kept.
      if (!wanted) break;
      upcoming = undefined;
      if (next.done) end();
      else if (!ended) start(next.value);
    }
    reading = false;
  };

  halt.addEventListener('abort', end);
  try {
    for (let handed = 0; ; ) {
      fill().catch(fail);
      const [index = handed] = ordered ? [handed] : ready.keys();
      const output = ready.get(index);
      if (ready.delete(index)) {
        handed++;
        wanted = false;
        yield output as Output;
        wanted = true;
      } else if (running > 0 || !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else break;
    }
    if (faults.length > 0) throw faults[0];
  } finally {
    ended = true;
    halt.removeEventListener('abort', end);
    // A source that waits for input cannot be ended; it must not hold the caller up.
    source.return?.().catch(() => {});
  }
}

async function* iterate<Input>(inputs: Iterable<Input> | AsyncIterable<Input>): AsyncGenerator<Input, void> {
  yield* inputs;
}
