import type { TrafficEcho } from '@vehicle-lookup/contract/recording';
import type { Pair, Request } from '../plan/request.ts';

/** The response to a request, or the reason why there is none. */
export type SendResult = ReceivedResponse | NoResponse;

/** A response. It contains no secrets: a repeated secret was masked as soon as the response was received. */
export interface ReceivedResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** The locations where a secret was repeated, in plain or encoded form. */
  echoed?: readonly TrafficEcho[];
  /**
   * The reason why `body` is empty although a body was received: it does not match `Content-Encoding`, or it repeats a secret in an
   * encoding that cannot be masked.
   */
  unread?: 'undecodable' | 'withheld';
}

/** The result without a complete response, caused by the network or the service. */
export interface NoResponse {
  /** The reason, as human-readable text. */
  error: string;
  /** The fault of a partial response. Absent if no data was received. */
  fault?: ConnectionFault;
}

/**
 * - `malformed`: the response is not valid HTTP; the service is at fault
 * - `wrong-length`: the body is shorter or longer than Content-Length; the service is at fault
 * - `broken`: the connection closed before the response was complete
 */
export type ConnectionFault = (typeof connectionFaults)[number];

export const connectionFaults = ['malformed', 'wrong-length', 'broken'] as const;

export const isResponse = (result: SendResult): result is ReceivedResponse => 'status' in result;

/** Returns the value of a header. The name must be in lower case. */
export const headerOf = ({ headers }: ReceivedResponse, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1];

/** Returns the media type and its parameters in lower case. Undefined without `Content-Type`. */
export function mediaTypeOf(response: ReceivedResponse): { type: string; parameters: string[] } | undefined {
  const value = headerOf(response, 'content-type');
  if (value === undefined) return undefined;
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
  return { type, parameters };
}

/** A request as stored in a recording, with masked credential values. */
export interface MaskedRequest {
  request: Request;
  method: string;
  /** The URL without a query. */
  address: string;
  pairs: readonly Pair[];
  headers: Record<string, string>;
}

/** The result of a request and its times, in milliseconds. */
export interface TimedResult {
  /** The start of the request in milliseconds since the epoch. */
  started: number;
  milliseconds: number;
  result: SendResult;
}

/** A request and its result, for a recording. It contains no credentials. */
export type HttpExchange = MaskedRequest & TimedResult;
