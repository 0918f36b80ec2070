import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';

/** What happens to a call. */
export type CallEvent = RetryEvent | EndEvent;

interface AnyEvent {
  /** The same in all events of a call, and in its error. */
  callId: string;
  operation: string;
}

/** A request will be repeated. */
export interface RetryEvent extends AnyEvent {
  type: 'retry';
  /** The number of requests that the call has sent so far; the last request failed. */
  attempt: number;
  /** Milliseconds before the next attempt. */
  delay: number;
  /** The reason why the last attempt failed. */
  code: ErrorCode;
}

/** A call has ended. Each call has exactly one such event, even a call that is rejected before a request. */
export interface EndEvent extends AnyEvent {
  type: 'end';
  outcome: 'success' | ErrorCode;
  /** The message of the error. */
  message?: string;
  /** Requests that were sent: 0 if a cache, an equal call at the same time or the local allowance responded. */
  attempts: number;
  /** A cache responded: the response has the header `Age`, and it is not 0. */
  fromCache: boolean;
  /**
   * Whether this call spent a consultation; true means at least one. Absent if a request ended without a response, which the
   * service may have charged. Charges for a 404 are not included.
   */
  charged?: boolean;
  /** True if the store of a cache failed to keep a response, which an equal call will pay for again. */
  notKept?: true;
  /** The status of the last response. */
  status?: number;
  /** The ID under which the service logged the last request (`X-Request-Id`). */
  requestId?: string | undefined;
  /** The URL of the request without credentials; absent without a request. */
  address?: string;
  /** When the call started, in milliseconds since 1970. */
  startTime: number;
  milliseconds: number;
}

type Known = Omit<EndEvent, keyof AnyEvent | 'type' | 'milliseconds'>;

type Listener = ((event: CallEvent) => void) | undefined;

/** Runs a call, and emits its end, whether or not there is a request. */
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

// Unique in a process, and probably among several.
const start = /*#__PURE__*/ Math.random().toString(36).slice(2);
let count = 0;

/** The state of one call, however many requests it makes: for its events, and for masking its secrets. */
export class CallRecord {
  readonly operation: string;
  /** Masks the secrets of all attempts so far in a text. */
  readonly mask: (text: string) => string = (text) => maskSecrets(text, this.#secrets);
  /** For the last event. Layers add what they know. */
  readonly known: Known = { outcome: 'success', attempts: 0, fromCache: false, charged: false, startTime: Date.now() };
  readonly #id = start + ++count;
  readonly #onEvent: Listener;
  readonly #startedAt = performance.now();
  #secrets: readonly string[] = [];
  /** The last request has no response so far. */
  #isOpen = false;
  /** Requests without a response so far. */
  #lost = 0;

  constructor(operation: string, onEvent: Listener) {
    this.operation = operation;
    this.#onEvent = onEvent;
  }

  /**
   * An attempt begins.
   * @param address without the credentials, although it may contain a misplaced secret
   * @param secrets a key function may return another one for each attempt
   */
  addAttempt(address: string, secrets: readonly string[]): void {
    this.#secrets = [...this.#secrets, ...secrets];
    this.known.address = this.mask(address);
    this.#isOpen = false;
  }

  /** The attempt is sent to the service. Its cost is unknown until there is a response. */
  addRequest(): void {
    this.known.attempts++;
    this.#lost++;
    this.#isOpen = true;
  }

  /** The attempt has a response: of the service, or of a layer. @param isSuccess even with a body that cannot be read */
  addResponse({ status, headers }: Pick<Response, 'status' | 'headers'>, isSuccess: boolean): void {
    const requestId = this.mask(headers.get('x-request-id') ?? '') || undefined;
    // A cache on the way that has passed the request on may say 0.
    const fromCache = Number(headers.get('age')) > 0;
    Object.assign(this.known, { status, requestId, fromCache, charged: this.#isOpen && isSuccess && !fromCache });
    if (this.#isOpen) this.#lost--;
  }

  /** The request will be repeated. @param delay in milliseconds */
  retry(delay: number, code: ErrorCode): void {
    this.#emit({ type: 'retry', attempt: this.known.attempts, delay, code });
  }

  /** The call failed. An error of this client gets the id of the call. */
  fail(error: unknown): void {
    if (error instanceof VehicleLookupError) {
      const { code: outcome, message } = Object.assign(error, { callId: this.#id });
      Object.assign(this.known, { outcome, message });
    } else this.known.outcome = 'network';
  }

  /** The call has ended. */
  end(): void {
    if (this.#lost && !this.known.charged) delete this.known.charged;
    this.#emit({ type: 'end', ...this.known, milliseconds: performance.now() - this.#startedAt });
  }

  async #emit(event: Omit<RetryEvent, keyof AnyEvent> | Omit<EndEvent, keyof AnyEvent>): Promise<void> {
    try {
      await this.#onEvent?.({ callId: this.#id, operation: this.operation, ...event });
    } catch {} // A listener cannot make a call fail.
  }
}
