import { VehicleLookupError } from '../errors.ts';

/** Returns the error for a call that a signal ended. @param cause the abort reason */
export const abortedError = (operation: string, cause: unknown): VehicleLookupError =>
  new VehicleLookupError('aborted', operation, 'aborted.', { cause });

/** Returns the error for an attempt that exceeded its time limit. */
export const timeoutError = (operation: string, milliseconds: number): VehicleLookupError =>
  new VehicleLookupError('timeout', operation, `no answer within ${milliseconds} ms.`);

interface ErrorWithCode extends Error {
  code?: unknown;
}

/**
 * Returns the error for a call without a complete response.
 * @param what the part that failed: the network, a key function, or openapi-fetch with its middleware
 * @returns the thrown error itself, if it is a `VehicleLookupError`
 */
export function networkError(
  operation: string,
  thrown: unknown,
  mask: (text: string) => string,
  what = 'no answer',
): VehicleLookupError {
  if (thrown instanceof VehicleLookupError) return thrown;
  const cause = maskedCopy(thrown, mask, DEEPEST_CAUSE);
  const inner = cause?.cause as ErrorWithCode | undefined;
  const reason = inner?.code ?? inner?.message ?? cause?.message ?? 'unknown';
  return new VehicleLookupError('network', operation, `${what}: ${reason}.`, { cause });
}

/** The maximum depth of copied causes, because an error may be its own cause. */
const DEEPEST_CAUSE = 3;

/** Copies an error without its secrets. An error from a custom `fetch` may contain the request, including the key. */
function maskedCopy(thrown: unknown, mask: (text: string) => string, depth: number): ErrorWithCode | undefined {
  if (!(thrown instanceof Error) || !depth) return undefined;
  const { name, message, code } = thrown as ErrorWithCode;
  const cause = maskedCopy(thrown.cause, mask, depth - 1);
  const error: ErrorWithCode = new Error(mask(`${message}`), cause && { cause });
  error.name = mask(`${name}`);
  if (code) error.code = mask(`${code}`);
  return error;
}
