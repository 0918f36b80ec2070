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
  /** How many requests the call has sent so far; the last of them failed. */
  attempt: number;
  /** Milliseconds before the next attempt. */
  delay: number;
  /** Why the last attempt failed. */
  code: ErrorCode;
}

/** A call has ended. Each call has exactly one such event, also one that is rejected before a request. */
export interface EndEvent extends AnyEvent {
  type: 'end';
  outcome: 'success' | ErrorCode;
  /** Requests that were sent: 0 if a cache, an equal call at the same time or the local allowance responded. */
  attempts: number;
  /** A cache responded: the response has the header `Age`, and it is not 0. */
  fromCache: boolean;
  /**
   * Whether this call spent a consultation; true means at least one. Absent if a request ended without a response, which the
   * service may have charged. That a provider charges a 404 is not known here.
   */
  charged?: boolean;
  /** True if the store of a cache failed to keep a response, which an equal call will pay for again. */
  notKept?: true;
  /** The status of the last response. */
  status?: number;
  /** The id by which the service logged the last request (`X-Request-Id`). */
  requestId?: string | undefined;
  /** The address of the request without credentials; absent without a request. */
  address?: string;
  /** When the call started, in milliseconds since 1970. */
  startTime: number;
  milliseconds: number;
}

type Known = Omit<EndEvent, keyof AnyEvent | 'type' | 'milliseconds' | 'requestId'> & { requestId?: string | null };

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
const start = /*#__PURE__*/ Math.random().toString(36).slice(2, 8);
let count = 0;

/** What is known of one call, whatever number of requests it makes: for its events, and for masking its secrets. */
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
   * @param address without the credentials, although it may contain a secret in the wrong place
   * @param secrets a key function may return another one for each attempt
   */
  addAttempt(address: string, secrets: readonly string[]): void {
    this.#secrets = [...this.#secrets, ...secrets];
    this.known.address = address;
    this.#isOpen = false;
  }

  /** The attempt is sent to the service. What it costs is unknown until there is a response. */
  addRequest(): void {
    this.known.attempts++;
    this.#lost++;
    this.#isOpen = true;
  }

  /** The attempt has a response: of the service, or of a layer. @param isSuccess also with a body that cannot be read */
  addResponse({ status, headers }: Pick<Response, 'status' | 'headers'>, isSuccess: boolean): void {
    const requestId = headers.get('x-request-id');
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
    const isOurs = error instanceof VehicleLookupError;
    this.known.outcome = isOurs ? error.code : 'network';
    if (isOurs) Object.assign(error, { callId: this.#id });
  }

  /** The call has ended. */
  end(): void {
    if (!this.#onEvent) return;
    if (this.#lost && !this.known.charged) delete this.known.charged;
    const { requestId, address, ...known } = this.known;
    this.#emit({
      type: 'end',
      ...known,
      ...(requestId && { requestId: this.mask(requestId) }),
      ...(address && { address: this.mask(address) }),
      milliseconds: performance.now() - this.#startedAt,
    });
  }

  async #emit(event: Omit<RetryEvent, keyof AnyEvent> | Omit<EndEvent, keyof AnyEvent>): Promise<void> {
    try {
      await this.#onEvent?.({ callId: this.#id, operation: this.operation, ...event });
    } catch {} // A listener cannot make a call fail.
  }
}
