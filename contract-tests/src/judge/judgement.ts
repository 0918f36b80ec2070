import type { Violation } from '../checks/violation.ts';
import type { Request } from '../plan/request.ts';
import type { ReceivedResponse } from '../run/response.ts';

/** What an observation says of the contract. */
export interface Judgement {
  request: Request;
  /** Whether the profile requires the reply. */
  required: boolean;
  /** `not-applicable`: the account cannot get the reply. `error`: no whole reply. `not-observed`: not sent, or the reply does not show its cell. */
  state: 'pass' | 'fail' | 'error' | 'not-observed' | 'not-applicable';
  reason?: string;
  response?: ReceivedResponse;
  /** When the reply came, in milliseconds since the epoch. */
  received?: number | undefined;
  /** How long the reply took. */
  milliseconds?: number;
  /** The parsed body; absent if the reply has none. */
  json?: { body: unknown };
  /** The envelope that a success body has. */
  envelope?: string;
  /** JSON Pointers of members that the document does not mention. */
  undocumented: string[];
  violations: Violation[];
  /** The assumption that decides on the request, where no clause does. */
  assumption?: string;
}

/** A breach that several replies show together, and the reply that it is reported at. */
export interface ViolationAcross {
  by: Judgement;
  violation: Violation;
}
