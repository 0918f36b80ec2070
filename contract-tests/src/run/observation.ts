import type { Request } from '../plan/request.ts';
import { isResponse, type ReceivedResponse, type SendResult } from './response.ts';

/** The outcome of one planned request: a result, or none because it was not sent. It does not change afterwards. */
export type RequestObservation = {
  request: Request;
  /** Whether the profile requires the response. */
  required: boolean;
} & (SentRequest | UnsentRequest | { /** The probe that makes the query threw. */ thrown: unknown });

export interface SentRequest {
  result: SendResult;
  /** When the result came, in milliseconds since the epoch; undefined where a recording does not say. */
  received: number | undefined;
  /** How long it took. */
  milliseconds: number;
}

export interface UnsentRequest {
  /** What becomes of the request. */
  state: 'error' | 'not-observed';
  /** Why it was not sent. */
  notSent: string;
  /** Whether no later request can be sent either. */
  isFinal?: boolean;
}

/** The response; undefined where none came. */
export const responseOf = (observation: RequestObservation): ReceivedResponse | undefined =>
  'result' in observation && isResponse(observation.result) ? observation.result : undefined;
