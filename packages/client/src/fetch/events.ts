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

/** One call, whatever number of requests it makes. */
export interface Call {
  /** What its last event will say. */
  end: EndEvent;
  emit(event: CallEvent): unknown;
  /** Masks the key in a text. */
  mask(text: string): string;
}

const start = /*#__PURE__*/ Math.random().toString(36).slice(2, 8);
let count = 0;

/** Runs a call, and emits its end. */
export async function runCall<T>(
  onEvent: ((event: CallEvent) => void) | undefined,
  operation: string,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const startTime = Date.now();
  const before = performance.now();
  // Unique in a process, and probably among several.
  const callId = start + ++count;
  const end: EndEvent = { type: 'end', callId, operation, outcome: 'success', attempts: 0, startTime, milliseconds: 0 };
  const call: Call = {
    end,
    mask: (text) => text,
    async emit(event) {
      try {
        // The address may contain the key in the wrong place.
        await onEvent?.(JSON.parse(call.mask(JSON.stringify(event))));
      } catch {} // A listener cannot make a call fail.
    },
  };
  try {
    return await work(call);
  } catch (error) {
    fail(call, error);
    throw error;
  } finally {
    end.milliseconds = performance.now() - before;
    if (onEvent) call.emit(end);
  }
}

/** States why a call failed. */
export function fail({ end }: Call, error: unknown): void {
  const isOurs = error instanceof VehicleLookupError;
  end.outcome = isOurs ? error.code : 'network';
  if (isOurs) Object.assign(error, { callId: end.callId });
}
