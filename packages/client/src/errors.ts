/** Why a call returned no data. */
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

/** The next step for the user; a message ends with it. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Check the arguments.',
  unauthorized: 'Check the credentials.',
  forbidden_by_plan: 'Change the plan.',
  not_found: 'Check the arguments.',
  quota_exhausted: 'Wait or change the plan.',
  rate_limited: 'Try again later.',
  refused: 'Try again later.',
  server: 'Try again later.',
  timeout: 'Try again later.',
  network: 'Check baseUrl and the network.',
};

/** Details of a failure besides its code. */
export interface ErrorDetails {
  status?: number | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The only error of this client. Nothing in it contains the key. */
export class VehicleLookupError extends Error {
  declare readonly code: ErrorCode;
  declare readonly operation: string;
  /** The HTTP status, if there was a response. */
  declare readonly status?: number;
  /** Seconds to wait before the next request, as the service says. */
  declare readonly retryAfter?: number;

  /** @param what what happened, without a secret; the operation and the next step are added */
  constructor(code: ErrorCode, operation: string, what: string, { cause, ...details }: ErrorDetails = {}) {
    super(`${operation}: ${what} ${NEXT[code] ?? ''}`.trim(), cause ? { cause } : {});
    this.name = 'VehicleLookupError';
    Object.assign(this, details, { code, operation });
  }
}

/** A failure whose status the document declares, with the body that it declares for that status. */
export interface DeclaredFailure<Status, Body> {
  ok: false;
  status: Status;
  error: VehicleLookupError;
  body: Body;
}

/** Any other failure. */
export interface OtherFailure {
  ok: false;
  status?: undefined;
  error: VehicleLookupError;
  body?: unknown;
}
