import { type Connection, connect } from './connection.ts';
import { type Methods, operations } from './operations.gen.ts';
import type { VehicleLookupOptions } from './options.ts';
import { type Raw, rawOf } from './raw.ts';

export type { Answer, RawResponse } from './attempt.ts';
export type { Connection } from './connection.ts';
export { type ErrorCode, VehicleLookupError } from './errors.ts';
export type { DeclaredFailure, OtherFailure } from './operation.ts';
export type { Methods } from './operations.gen.ts';
export type { CallOptions, Hooks, RawOptions, RetryOptions, VehicleLookupOptions } from './options.ts';
export type { GetInit, Raw, RawResult } from './raw.ts';
export type { Issue, Period, Quantity } from './read.ts';
export type { Call, Failure, OperationId, Success } from './result.ts';
export type { Bodies, Failures, Get, Inputs, Outcome, Queries, RawCall } from './selectors.gen.ts';
export type { Fetch, Init } from './send.ts';
export type * from './tidy.gen.ts';
export type * as Wire from './wire.gen.ts';

/** A method for each operation, and the wire as it is. */
export interface VehicleLookup extends Methods, Connection {
  readonly raw: Raw;
}

/**
 * Makes a client. The credentials are kept in it and leave it only in requests.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function createVehicleLookup(options: VehicleLookupOptions): VehicleLookup {
  const connection = connect(options);
  const methods = Object.entries(operations).map(([id, run]) => [id, run.bind(null, connection)]);
  return { ...connection, ...Object.fromEntries(methods), raw: rawOf(connection.request) };
}
