/** Why a call brought no data. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden_by_plan'
  | 'not_found'
  | 'quota_exhausted'
  | 'rate_limited'
  | 'refused'
  | 'server'
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'invalid_response'
  | 'invalid_argument';

/** What to do about it; a message ends in it. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Check the arguments.',
  unauthorized: 'Check the credentials.',
  forbidden_by_plan: 'Another plan is needed.',
  not_found: 'Nothing is known of it.',
  quota_exhausted: 'Wait or change the plan.',
  rate_limited: 'Slow down.',
  refused: 'Try again later.',
  server: 'Try again later.',
  timeout: 'Try again later.',
  network: 'Check baseUrl and the network.',
};

/** What is known of a failure beside its code. */
export interface ErrorDetails {
  status?: number | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The one error of this client: nothing in it holds the key. */
export class VehicleLookupError extends Error {
  declare readonly code: ErrorCode;
  declare readonly operation: string;
  /** The HTTP status, when there was an answer. */
  declare readonly status?: number;
  /** Seconds after which the service says it is worth asking again. */
  declare readonly retryAfter?: number;

  /** @param what what happened, without a secret; operation and next step are added */
  constructor(code: ErrorCode, operation: string, what: string, { cause, ...details }: ErrorDetails = {}) {
    super(`${operation}: ${what} ${NEXT[code] ?? ''}`.trim(), cause ? { cause } : {});
    this.name = 'VehicleLookupError';
    Object.assign(this, details, { code, operation });
  }
}
