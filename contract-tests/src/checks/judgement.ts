import type { Request } from '../plan/request.ts';
import type { ReceivedResponse } from '../run/response.ts';
import type { Violation } from './violation.ts';

/** The result of checking an observation against the contract. */
export interface Judgement {
  request: Request;
  /** Whether the profile requires the response. */
  required: boolean;
  /**
   * `not-applicable`: the account cannot get the response. `error`: no complete response. `not-observed`: the request was not
   * sent, or its response does not show the cell.
   */
  state: 'pass' | 'fail' | 'error' | 'not-observed' | 'not-applicable';
  reason?: string;
  response?: ReceivedResponse;
  /** The time of the response in milliseconds since the epoch. */
  received?: number | undefined;
  /** The duration of the exchange. */
  milliseconds?: number;
  /** The parsed body; absent if the response has none. */
  json?: { body: unknown };
  /** The envelope of a success body. */
  envelope?: string;
  /** JSON Pointers of fields that the document does not mention. */
  undocumented: string[];
  violations: Violation[];
  /** The assumption that determines the expected response, if no clause does. */
  assumption?: string;
}

/** Returns whether a response is a success with a JSON body. */
export const isSuccess = ({ response, json }: Judgement): boolean => response?.status === 200 && json !== undefined;

/** Returns whether a valid request was rejected because of its credentials. */
export const isUnauthorised = ({ request, response }: Judgement): boolean =>
  response?.status === 401 && request.status === '200';
