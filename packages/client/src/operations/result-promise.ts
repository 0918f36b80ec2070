/**
 * A promise of a success. `safe()` returns a promise of a success or a failure that never rejects. Call `safe()`
 * immediately: until then, a failure is an unhandled rejection.
 */
export type ResultPromise<Ok, Failed> = Promise<Ok> & { safe(): Promise<Ok | Failed> };

interface Result {
  ok: boolean;
  error?: unknown;
}

/** Makes the promise of a call from a result that never rejects. */
export function resultPromise<Ok extends Result, Failed extends Result>(
  result: Promise<Ok | Failed>,
): ResultPromise<Ok, Failed> {
  const promise = result.then((one) => {
    if (one.ok) return one as Ok;
    throw one.error;
  });
  const safe = () => {
    promise.catch(() => {}); // The caller gets the error in the result.
    return result;
  };
  return Object.assign(promise, { safe });
}
