import { VehicleLookupError } from './errors.ts';

interface Fault extends Error {
  code?: unknown;
}

/** The error for a request that got no response, or lost it on the way. */
export function networkError(
  operation: string,
  fault: unknown,
  clean: (text: string) => string,
  signal?: AbortSignal | undefined,
): VehicleLookupError {
  if (fault instanceof VehicleLookupError) return fault;
  if (signal?.aborted) return new VehicleLookupError('aborted', operation, 'aborted.', { cause: signal.reason });
  const cause = copy(fault, clean, 3);
  const inner = cause?.cause as Fault | undefined;
  const reason = inner?.code ?? inner?.message ?? cause?.message ?? 'unknown';
  return new VehicleLookupError('network', operation, `no answer (${reason}).`, { cause });
}

/** A fault itself is not kept: that of a foreign `fetch` may hold the request and with it the key. */
function copy(fault: unknown, clean: (text: string) => string, depth: number): Fault | undefined {
  if (!(fault instanceof Error) || !depth) return undefined;
  const { name, message, code } = fault as Fault;
  const cause = copy(fault.cause, clean, depth - 1);
  const kept = new Error(clean(`${message}`), cause && { cause });
  return Object.assign(kept, { name: clean(`${name}`) }, code ? { code: clean(String(code)) } : {});
}
