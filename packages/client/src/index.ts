import { type Connection, connect } from './client/connection.ts';
import type { VehicleLookupOptions } from './client/options.ts';
import { type Methods, operations } from './operations/operations.gen.ts';

export type * as Wire from '@vehicle-lookup/contract/types';
export type { Middleware } from 'openapi-fetch';
export type { CallEvent, EndEvent, RetryEvent } from './call/call-record.ts';
export { createFetch } from './call/create-fetch.ts';
export type { CallOptions, Fetch, FetchOptions, Layer, RetryOptions } from './call/options.ts';
export type { Connection } from './client/connection.ts';
export { clientOf, createClient, type VehicleClient } from './client/create-client.ts';
export type { CallInit, VehicleLookupOptions } from './client/options.ts';
export type { Bodies, Failures, Get, Inputs, NamedCall, Outcome, Queries } from './client/queries.gen.ts';
export type { ClientResult, GetInit } from './client/result.ts';
export { type DeclaredFailure, type ErrorCode, type OtherFailure, VehicleLookupError } from './errors.ts';
export type { Methods } from './operations/operations.gen.ts';
export type { Call, Failure, OperationId, Success } from './operations/result.ts';
export type * from './parse/parse.gen.ts';
export type { Issue, Period, Quantity } from './parse/read.ts';

/** A client with a method for each operation. */
export interface VehicleLookup extends Methods, Connection {}

/**
 * Creates a client. The credentials appear only in requests.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed
 */
export function createVehicleLookup(options: VehicleLookupOptions): VehicleLookup {
  const connection = connect(options);
  const methods: object = Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [id, (...given: never[]) => operation(connection, ...given)]),
  );
  return { ...connection, ...(methods as Methods) };
}
