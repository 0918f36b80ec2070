import { maskSecrets } from '@vehicle-lookup/secrets';
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
  /** Milliseconds before the next attempt. */
  delay: number;
  /** Why the last attempt failed. */
  code: ErrorCode;
}

/** A call has ended. Each call has exactly one such event, also one that is refused before a request. */
export interface EndEvent extends AnyEvent {
  type: 'end';
  outcome: 'success' | ErrorCode;
  attempts: number;
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
  readonly #id = start + ++count;
  readonly #onEvent: Listener;
  readonly #startTime = Date.now();
  readonly #startedAt = performance.now();
  #secrets: readonly string[] = [];
  #attempts = 0;
  #address: string | undefined;
  #status: number | undefined;
  #requestId: string | undefined;
  #outcome: EndEvent['outcome'] = 'success';

  constructor(operation: string, onEvent: Listener) {
    this.operation = operation;
    this.#onEvent = onEvent;
  }

  /** Secrets are about to be used. A key function may return another one for each attempt. */
  addSecrets(secrets: readonly string[]): void {
    this.#secrets = this.#secrets.length ? [...new Set([...this.#secrets, ...secrets])] : secrets;
  }

  /** A request is sent. @param address without the credentials, although it may contain a secret in the wrong place */
  addAttempt(address: string): void {
    this.#attempts++;
    this.#address = address;
  }

  /** A response came. */
  addResponse({ status, headers }: Pick<Response, 'status' | 'headers'>): void {
    this.#status = status;
    this.#requestId = headers.get('x-request-id') ?? undefined;
  }

  /** The request will be repeated. @param delay in milliseconds */
  retry(delay: number, code: ErrorCode): void {
    this.#emit({ type: 'retry', callId: this.#id, operation: this.operation, delay, code });
  }

  /** The call failed. An error of this client gets the id of the call. */
  fail(error: unknown): void {
    const isOurs = error instanceof VehicleLookupError;
    this.#outcome = isOurs ? error.code : 'network';
    if (isOurs) Object.assign(error, { callId: this.#id });
  }

  /** The call has ended. */
  end(): void {
    if (!this.#onEvent) return;
    this.#emit({
      type: 'end',
      callId: this.#id,
      operation: this.operation,
      outcome: this.#outcome,
      attempts: this.#attempts,
      ...(this.#status !== undefined && { status: this.#status }),
      ...(this.#requestId !== undefined && { requestId: this.mask(this.#requestId) }),
      ...(this.#address !== undefined && { address: this.mask(this.#address) }),
      startTime: this.#startTime,
      milliseconds: performance.now() - this.#startedAt,
    });
  }

  async #emit(event: CallEvent): Promise<void> {
    try {
      await this.#onEvent?.(event);
    } catch {} // A listener cannot make a call fail.
  }
}
