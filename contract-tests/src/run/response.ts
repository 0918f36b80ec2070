import type { TrafficEcho } from '@vehicle-lookup/contract/recording';
import type { Pair, Request } from '../plan/request.ts';

/** The response to a request, or the reason why there is none. */
export type SendResult = ReceivedResponse | NoResponse;

/** A response. It contains no secrets: a repeated secret was masked as soon as the response was received. */
export interface ReceivedResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** Where a secret was repeated, as it is or encoded. */
  echoed?: readonly TrafficEcho[];
  /**
   * Why `body` is empty though one came: it is not what `Content-Encoding` says, or it repeats a secret in a form that
   * cannot be masked.
   */
  unread?: 'undecodable' | 'withheld';
}

/** No whole response: the silence of the network or the service, not a response that breaks the contract. */
export interface NoResponse {
  /** Why, for a person. */
  error: string;
  /** What is wrong with what came; absent where nothing came. */
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

/** The value of a header, by its name in lower case. */
export const headerOf = ({ headers }: ReceivedResponse, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1];

/** The media type and its parameters, in lower case; undefined without `Content-Type`. */
export function mediaTypeOf(response: ReceivedResponse): { type: string; parameters: string[] } | undefined {
  const value = headerOf(response, 'content-type');
  if (value === undefined) return undefined;
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
  return { type, parameters };
}

/** A request as a recording shows it: the values of credentials are masked. */
export interface MaskedRequest {
  request: Request;
  method: string;
  /** Without query. */
  address: string;
  pairs: readonly Pair[];
  headers: Record<string, string>;
}

/** The result of a request and its times, in milliseconds. */
export interface TimedResult {
  /** Since the epoch. */
  started: number;
  milliseconds: number;
  result: SendResult;
}

/** One request and its result, for a recording. It holds no credential. */
export type HttpExchange = MaskedRequest & TimedResult;
