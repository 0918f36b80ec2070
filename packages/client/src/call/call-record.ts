import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';

/** An event of a call. */
export type CallEvent = RetryEvent | EndEvent;

interface AnyEvent {
  /** The call ID, which is the same in all events of the call and in its error. */
  callId: string;
  operation: string;
}

/** The event that precedes a retry. */
export interface RetryEvent extends AnyEvent {
  type: 'retry';
  /** The number of requests that the call has sent so far; the last request failed. */
  attempt: number;
  /** Milliseconds before the next attempt. */
  delay: number;
  /** The reason why the last attempt failed. */
  code: ErrorCode;
}

/** The event at the end of a call. Each call has exactly one such event, even if it is rejected before a request. */
export interface EndEvent extends AnyEvent {
  type: 'end';
  outcome: 'success' | ErrorCode;
  /** The message of the error. */
  message?: string;
  /** The number of requests sent; 0 if a cache or an identical concurrent call responded or the local allowance rejected the call. */
  attempts: number;
  /** True if a cache responded: the `Age` header of the response is greater than 0. */
  fromCache: boolean;
  /**
   * Whether this call spent at least one consultation. Absent if a request ended without a response, because the service may
   * have charged the request. Charges for a 404 are not included.
   */
  charged?: boolean;
  /** True if a cache failed to store a response. An identical call will be charged again. */
  notKept?: true;
  /** The status of the last response. */
  status?: number;
  /** The ID under which the service logged the last request (`X-Request-Id`). */
  requestId?: string | undefined;
  /** The URL of the request without credentials; absent if no request was made. */
  address?: string;
  /** The start of the call, in milliseconds since 1970. */
  startTime: number;
  milliseconds: number;
}

type Known = Omit<EndEvent, keyof AnyEvent | 'type' | 'milliseconds'>;

type Listener = ((event: CallEvent) => void) | undefined;

/** Runs a call and emits its `end` event, even if no request is made. */
export async function runCall<T>(
  onEvent: Listener,
  operation: string,
  work: (record: CallRecord) => Promise<T>,
): Promise<T> {
  const record = new CallRecord(operation, onEvent);
  try {
    return await work(record);
  } catch (error) {
    record.fail(error);
    throw error;
  } finally {
    record.end();
  }
}

// Unique within a process, and probably across processes.
const start = /*#__PURE__*/ Math.random().toString(36).slice(2);
let count = 0;

/** The state of one call with all its attempts, for its events and for masking its secrets. */
export class CallRecord {
  readonly operation: string;
  /** Masks the secrets of all attempts so far in a string. */
  readonly mask: (text: string) => string = (text) => maskSecrets(text, this.#secrets);
  /** Fields of the `end` event. Layers may add to them. */
  readonly known: Known = { outcome: 'success', attempts: 0, fromCache: false, charged: false, startTime: Date.now() };
  readonly #id = start + ++count;
  readonly #onEvent: Listener;
  readonly #startedAt = performance.now();
  #secrets: readonly string[] = [];
  /** True while the last request has no response. */
  #isOpen = false;
  /** The number of requests without a response. */
  #lost = 0;

  constructor(operation: string, onEvent: Listener) {
    this.operation = operation;
    this.#onEvent = onEvent;
  }

  /**
   * Records the start of an attempt.
   * @param address the URL without the credentials; it may contain a misplaced secret
   * @param secrets the secrets of this attempt; a key function may return a different key for each attempt
   */
  addAttempt(address: string, secrets: readonly string[]): void {
    this.#secrets = [...this.#secrets, ...secrets];
    this.known.address = this.mask(address);
    this.#isOpen = false;
  }

  /** Records that the attempt is sent to the service. The cost of the attempt is unknown until a response arrives. */
  addRequest(): void {
    this.known.attempts++;
    this.#lost++;
    this.#isOpen = true;
  }

  /** Records a response from the service or from a layer. @param isSuccess true even if the body cannot be parsed */
  addResponse({ status, headers }: Pick<Response, 'status' | 'headers'>, isSuccess: boolean): void {
    const requestId = this.mask(headers.get('x-request-id') ?? '') || undefined;
    // An intermediate cache that forwarded the request may send `Age: 0`.
    const fromCache = Number(headers.get('age')) > 0;
    Object.assign(this.known, { status, requestId, fromCache, charged: this.#isOpen && isSuccess && !fromCache });
    if (this.#isOpen) this.#lost--;
  }

  /** Emits a `retry` event. @param delay in milliseconds */
  retry(delay: number, code: ErrorCode): void {
    this.#emit({ type: 'retry', attempt: this.known.attempts, delay, code });
  }

  /** Records the failure of the call. Adds the call ID to an error of this client. */
  fail(error: unknown): void {
    if (error instanceof VehicleLookupError) {
      const { code: outcome, message } = Object.assign(error, { callId: this.#id });
      Object.assign(this.known, { outcome, message });
    } else this.known.outcome = 'network';
  }

  /** Emits the `end` event. */
  end(): void {
    if (this.#lost && !this.known.charged) delete this.known.charged;
    this.#emit({ type: 'end', ...this.known, milliseconds: performance.now() - this.#startedAt });
  }

  async #emit(event: Omit<RetryEvent, keyof AnyEvent> | Omit<EndEvent, keyof AnyEvent>): Promise<void> {
    try {
      await this.#onEvent?.({ callId: this.#id, operation: this.operation, ...event });
    } catch {} // An error in a listener does not fail the call.
  }
}
