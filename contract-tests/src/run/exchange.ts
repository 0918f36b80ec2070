import type { Pair, Request } from '../plan/request.ts';
import type { SendResult } from './reply.ts';

/** A request as it is sent. */
export interface HttpRequest {
  /** With its query, which holds the credentials; never repeated in an error. */
  url: string;
  method: string;
  headers: Record<string, string>;
}

/** The same request for a recording: the values of credentials are masked. */
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
