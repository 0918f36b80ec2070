import { openRecording } from '@vehicle-lookup/contract/recording';
import type { Layer } from '../call/options.ts';
import { VehicleLookupError } from '../errors.ts';
import { ordered } from '../layers/order.ts';

/**
 * Creates a layer that writes each request and its response to a file, for `vehicle-lookup-contract judge`. It is the innermost
 * layer of this package and records only responses from the service. Credentials are masked. Requests without a response and
 * redirects are not written.
 * @param file a new or existing NDJSON file, to which a line is appended for each exchange. Complete lines remain readable, regardless of
 * how the program ends. If a later write fails, the process emits one warning, and calls continue
 * @throws VehicleLookupError `invalid_argument` if the file cannot be written
 */
export function record(file: string): Layer {
  const write = open(file);
  return ordered('record', (next) => async (address, init) => {
    const started = Date.now();
    const response = await next(address, init);
    const { status, headers } = response;
    // A redirect, whose status is not available.
    if (status === 0) return response;
    const body = await response.clone().text();
    const { method = 'GET' } = init;
    write({ method, url: address, status, headers, body, started, milliseconds: Date.now() - started });
    return response;
  });
}

function open(file: string): ReturnType<typeof openRecording> {
  try {
    return openRecording(file, (code) => process.emitWarning(`record: recording to ${file} has stopped (${code}).`));
  } catch (cause) {
    const code = `${(cause as NodeJS.ErrnoException).code ?? cause}`;
    const what = `file: expected a writable file, got ${code} for ${file}.`;
    throw new VehicleLookupError('invalid_argument', 'record', what, { cause });
  }
}
