import { VehicleLookupError } from '../errors.ts';

/** A signal ended the call. @param cause the reason of the signal */
export const abortedError = (operation: string, cause: unknown): VehicleLookupError =>
  new VehicleLookupError('aborted', operation, 'aborted.', { cause });

/** An attempt took too long. */
export const timeoutError = (operation: string, milliseconds: number): VehicleLookupError =>
  new VehicleLookupError('timeout', operation, `no answer within ${milliseconds} ms.`);

interface ErrorWithCode extends Error {
  code?: unknown;
}

/**
 * There is no complete response, because something threw.
 * @param what what failed: the network, a key function, or openapi-fetch with its middleware
 * @returns the error that was thrown, if it is one of this client
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

/** An error may cause itself. */
const DEEPEST_CAUSE = 3;

/** Copies what may be shown. The error of a custom `fetch` may contain the request, and with it the key. */
function maskedCopy(thrown: unknown, mask: (text: string) => string, depth: number): ErrorWithCode | undefined {
  if (!(thrown instanceof Error) || !depth) return undefined;
  const { name, message, code } = thrown as ErrorWithCode;
  const cause = maskedCopy(thrown.cause, mask, depth - 1);
  const error: ErrorWithCode = new Error(mask(`${message}`), cause && { cause });
  error.name = mask(`${name}`);
  if (code) error.code = mask(`${code}`);
  return error;
}
