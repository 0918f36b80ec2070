import { VehicleLookupError } from '../errors.ts';

interface ErrorWithCode extends Error {
  code?: unknown;
}

/** The error for a request without a complete response. */
export function networkError(
  operation: string,
  thrown: unknown,
  mask: (text: string) => string,
  what = 'no answer',
): VehicleLookupError {
  if (thrown instanceof VehicleLookupError) return thrown;
  const cause = copy(thrown, mask, 3);
  const inner = cause?.cause as ErrorWithCode | undefined;
  const reason = inner?.code ?? inner?.message ?? cause?.message ?? 'unknown';
  return new VehicleLookupError('network', operation, `${what}: ${reason}.`, { cause });
}

/** Copies what may be shown. The error of a custom `fetch` may contain the request, and with it the key. */
function copy(thrown: unknown, mask: (text: string) => string, depth: number): ErrorWithCode | undefined {
  if (!(thrown instanceof Error) || !depth) return undefined;
  const { name, message, code } = thrown as ErrorWithCode;
  const cause = copy(thrown.cause, mask, depth - 1);
  const error: ErrorWithCode = new Error(mask(`${message}`), cause && { cause });
  error.name = mask(`${name}`);
  if (code) error.code = mask(`${code}`);
  return error;
}
