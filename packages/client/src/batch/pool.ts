/** Options for the concurrency and the result order of a pool. */
export interface PoolOptions {
  concurrency: number;
  /** Whether results are returned in input order. Otherwise, each result is returned as soon as it is ready. */
  ordered: boolean;
  /** Stops the reading of inputs when aborted. Work in progress continues. */
  halt: AbortSignal;
}

/**
 * Processes inputs, several concurrently. Reads only as many inputs as it may process concurrently, and starts work only while
 * the caller is waiting for a result.
 * @throws the first error of the inputs or of the work, after the results of the work in progress
 */
export async function* pool<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  work: (input: Input, index: number) => Promise<Output>,
  { concurrency, ordered, halt }: PoolOptions,
): AsyncGenerator<Output, void> {
  const source = iterate(inputs);
  const ready = new Map<number, Output>();
  const errors: unknown[] = [];
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
  const fail = (error: unknown) => {
    errors.push(error);
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
      // The caller stopped waiting while the input was being read: keep the input for later.
      if (!wanted) break;
      upcoming = undefined;
      if (next.done) end();
      else if (!ended) start(next.value);
    }
    reading = false;
  };

  halt.addEventListener('abort', end);
  try {
    for (let delivered = 0; ; ) {
      fill().catch(fail);
      const [index = delivered] = ordered ? [delivered] : ready.keys();
      const output = ready.get(index);
      if (ready.delete(index)) {
        delivered++;
        wanted = false;
        yield output as Output;
        wanted = true;
      } else if (running > 0 || !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else break;
    }
    if (errors.length > 0) throw errors[0];
  } finally {
    ended = true;
    halt.removeEventListener('abort', end);
    // Not awaited, because a source that waits for input cannot be ended.
    source.return?.().catch(() => {});
  }
}

async function* iterate<Input>(inputs: Iterable<Input> | AsyncIterable<Input>): AsyncGenerator<Input, void> {
  yield* inputs;
}
