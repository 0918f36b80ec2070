/** The reason why a call did not return data. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden_by_plan'
  | 'not_found'
  | 'quota_exhausted'
  | 'rate_limited'
  | 'rejected'
  | 'server'
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'invalid_response'
  | 'invalid_argument';

const LATER = 'Try again later.';
const ARGUMENTS = 'Check the arguments.';

/** The next step for the user, which ends the error message of the clients in all languages. */
export const NEXT: Partial<Record<ErrorCode, string>> = {
  bad_request: ARGUMENTS,
  unauthorized: 'Check the credentials.',
  forbidden_by_plan: 'Change the plan.',
  not_found: ARGUMENTS,
  quota_exhausted: 'Wait or change the plan.',
  rate_limited: LATER,
  rejected: LATER,
  server: LATER,
  timeout: LATER,
  network: 'Check baseUrl and the network.',
};

/** Details of a failure other than its code. */
export interface ErrorDetails {
  status?: number | undefined;
  retryAfter?: number | undefined;
  headers?: Headers | undefined;
  cause?: unknown;
}

/** The only error class of this client. It never contains the key. */
export class VehicleLookupError extends Error {
  declare readonly code: ErrorCode;
  declare readonly operation: string;
  /** The HTTP status, if there was a response. */
  declare readonly status?: number;
  /** Seconds to wait before the next request, as stated by the service. */
  declare readonly retryAfter?: number;
  /** The response headers, if there was a response. */
  declare readonly headers?: Headers;
  /** The ID under which the service logged the request (`X-Request-Id`), if the service sent an ID. */
  declare readonly requestId?: string;
  /** The call ID, which is the same as in the call's events. */
  declare readonly callId?: string;

  /** @param what a description of the failure, without a secret; the operation and the next step are added */
  constructor(code: ErrorCode, operation: string, what: string, { cause, ...details }: ErrorDetails = {}) {
    const next = NEXT[code] ?? '';
    // The service's message may already end with the next step.
    super(`${operation}: ${what.endsWith(next) ? what : `${what} ${next}`}`, cause ? { cause } : {});
    this.name = 'VehicleLookupError';
    const requestId = details.headers?.get('x-request-id');
    Object.assign(this, details, { code, operation }, requestId && { requestId });
  }

  /** Includes the message in the output of `JSON.stringify`, which omits the messages of other errors. */
  toJSON(): object {
    const { name, message, headers: _, ...details } = this;
    return { name, message, ...details };
  }
}

/** A failure with a declared status, and with the body that the document declares for this status. */
export interface DeclaredFailure<Status, Body> {
  ok: false;
  status: Status;
  error: VehicleLookupError;
  body: Body;
}

/** The HTTP statuses that a response without data may have. */
// biome-ignore format: a list
type HttpStatus =
  | 200 | 201 | 202 | 203 | 204 | 205 | 206 | 300 | 301 | 302 | 303 | 304 | 307 | 308
  | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418 | 421
  | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451 | 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;

/** Any other failure. `error.status` contains the status, if there was a response. */
export interface OtherFailure<Declared = never> {
  ok: false;
  /** A status that the document does not declare; absent if there is no response, or if the body does not match its declaration. */
  status?: Exclude<HttpStatus, Declared> | undefined;
  error: VehicleLookupError;
  body?: unknown;
}
