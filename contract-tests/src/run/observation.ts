import type { Request } from '../plan/request.ts';
import { isResponse, type ReceivedResponse, type SendResult } from './response.ts';

/** The immutable outcome of a planned request: a result, or the reason why it was not sent. */
export type RequestObservation = {
  request: Request;
  /** Whether the profile requires the response. */
  required: boolean;
} & (SentRequest | UnsentRequest | { /** The error thrown while building the query. */ thrown: unknown });

export interface SentRequest {
  result: SendResult;
  /** The time of the result in milliseconds since the epoch. Undefined if a recording does not contain the time. */
  received: number | undefined;
  /** The duration of the exchange. */
  milliseconds: number;
}

export interface UnsentRequest {
  /** The resulting state of the request. */
  state: 'error' | 'not-observed';
  /** The reason why the request was not sent. */
  notSent: string;
  /** Whether later requests cannot be sent either. */
  isFinal?: boolean;
}

/** Returns the response of an observation. Undefined if there is no response. */
export const responseOf = (observation: RequestObservation): ReceivedResponse | undefined =>
  'result' in observation && isResponse(observation.result) ? observation.result : undefined;
