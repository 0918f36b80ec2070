import { type Methods, operations } from './operations/operations.gen.ts';
import { type Raw, rawOf } from './raw/raw.ts';
import { type Connection, connect } from './transport/connection.ts';
import type { VehicleLookupOptions } from './transport/options.ts';

export type * as Wire from '@vehicle-lookup/types';
export { type DeclaredFailure, type ErrorCode, type OtherFailure, VehicleLookupError } from './errors.ts';
export type { Methods } from './operations/operations.gen.ts';
export type { Call, Failure, OperationId, Success } from './operations/result.ts';
export type { Bodies, Failures, Get, Inputs, Outcome, Queries, RawCall } from './raw/queries.gen.ts';
export type { Raw } from './raw/raw.ts';
export type { GetInit, RawResult } from './raw/result.ts';
export type { Issue, Period, Quantity } from './tidy/read.ts';
export type * from './tidy/tidy.gen.ts';
export type { Answer, RawResponse } from './transport/attempt.ts';
export type { Connection } from './transport/connection.ts';
export type { CallOptions, Hooks, RawOptions, RetryOptions, VehicleLookupOptions } from './transport/options.ts';
export type { Fetch, Init } from './transport/send.ts';

/** A client: a method for each operation, and the raw layer. */
export interface VehicleLookup extends Methods, Connection {
  readonly raw: Raw;
}

/**
 * Creates a client. It sends the credentials in requests and shows them nowhere else.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function createVehicleLookup(options: VehicleLookupOptions): VehicleLookup {
  const connection = connect(options);
  const client: Record<string, unknown> = { ...connection, raw: rawOf(connection.request) };
  for (const id in operations) client[id] = operations[id]?.bind(null, connection);
  return client as unknown as VehicleLookup;
}
