import { createRaw, type RawOptions } from './raw.ts';
import { type Call, type Credentials, dispatch, type Get } from './selectors.gen.ts';

export { NoAnswerError } from './no-answer-error.ts';
export type { Answer, Fetch, GetInit, Init, Result } from './raw.types.ts';
export type { Bodies, Call, Credentials, Failures, Get, Inputs, Outcome, Queries } from './selectors.gen.ts';

/** Where the service is, and the account that asks. */
export interface ClientOptions extends RawOptions, Credentials {}

/** Exact wire types: what the document says is what arrives. */
export interface Raw {
  GET: Get;
  call: Call;
}

export interface Client {
  raw: Raw;
}

/**
 * Makes a client. The credentials are kept in it and leave it only in requests.
 * @param options `baseUrl` is the service's base address, without the interface's path
 * @throws TypeError when an option is missing or malformed
 */
export function createVehicleLookup(options: ClientOptions): Client {
  // The untyped functions serve any document; the generated types say what this one allows.
  return { raw: createRaw(dispatch, options) as unknown as Raw };
}
