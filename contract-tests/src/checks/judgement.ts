import type { Request } from '../plan/request.ts';
import type { ReceivedResponse } from '../run/response.ts';
import type { Violation } from './violation.ts';

/** What an observation says of the contract. */
export interface Judgement {
  request: Request;
  /** Whether the profile requires the response. */
  required: boolean;
  /** `not-applicable`: the account cannot get the response. `error`: no complete response. `not-observed`: not sent, or the response does not show its cell. */
  state: 'pass' | 'fail' | 'error' | 'not-observed' | 'not-applicable';
  reason?: string;
  response?: ReceivedResponse;
  /** When the response came, in milliseconds since the epoch. */
  received?: number | undefined;
  /** How long the response took. */
  milliseconds?: number;
  /** The parsed body; absent if the response has none. */
  json?: { body: unknown };
  /** The envelope that a success body has. */
  envelope?: string;
  /** JSON Pointers of fields that the document does not mention. */
  undocumented: string[];
  violations: Violation[];
  /** The assumption that decides on the request, where no clause does. */
  assumption?: string;
}

/** Whether it is a success with JSON. */
export const isSuccess = ({ response, json }: Judgement): boolean => response?.status === 200 && json !== undefined;

/** Whether a valid request was rejected for its credentials. */
export const isUnauthorised = ({ request, response }: Judgement): boolean =>
  response?.status === 401 && request.status === '200';
