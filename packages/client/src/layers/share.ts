import type { EndEvent } from '../call/call-record.ts';
import type { Layer } from '../call/options.ts';
import { LONGEST_WAIT } from '../call/response-error.ts';
import { type LayerInit, TIMEOUT } from '../call/send.ts';
import { LONGEST_TIMER, type OptionalSignal, untilAborted, withTimeLimit } from '../call/time-limit.ts';
import { responseOf, type StoredResponse, toStoredResponse } from './request.ts';

/** Functions that end a shared request if no call is waiting for it, keyed by the request's signal. */
const endings = new WeakMap<AbortSignal, () => void>();

/** Reports whether no call is waiting for a delayed request, which must then not be made. */
export function isUnwanted(signal: OptionalSignal): boolean {
  if (signal) endings.get(signal)?.();
  return signal?.aborted ?? false;
}

/** Waits for a store within the time limit of the call. @throws `timedOut` */
export const untilLate = <T>({ attempt }: LayerInit, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeLimit([], attempt?.storeTimeout ?? attempt?.timeout ?? TIMEOUT, work);

/** A request in flight. */
interface SharedRequest {
  /** The time of sending; Infinity before the request is sent. */
  sentAt: number;
  /** Adds a call and returns the response. */
  join(call: LayerInit): Promise<StoredResponse>;
}

/**
 * Makes one request for identical concurrent calls from the same account. A time limit or a signal ends a call, but not the
 * request.
 * @param finishWithin seconds that a request may still take after its last call has ended
 * @param waitUntil keeps a worker running
 */
export function share(finishWithin: number, waitUntil?: (request: Promise<unknown>) => void): Layer {
  const inFlight = new Map<string, SharedRequest>();

  return (next) => async (address, init: LayerInit) => {
    // An outer layer already shares this request.
    if (init.signal && endings.has(init.signal)) return next(address, init);
    const url = new URL(address);
    url.searchParams.sort();
    const found = inFlight.get(url.href);
    // Some workers end a request without notice, so calls do not join a request that takes too long.
    if (found && !(performance.now() - found.sentAt > LONGEST_WAIT * 1000)) return responseOf(await found.join(init));

    const calls = new Set<LayerInit | undefined>([init]);
    const cancel = new AbortController();
    const known: Pick<EndEvent, 'notKept'> = {};
    let counted: LayerInit | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A worker must not read a signal that belongs to another visitor.
    let isEnded = false;
    const end = () => {
      isEnded = true;
      clearTimeout(timer);
      if (inFlight.get(url.href) === request) inFlight.delete(url.href);
      cancel.abort();
    };
    const endUnwanted = () => calls.size || end();
    /** Counts the request in the events of a call that is still waiting. */
    const count = () => {
      if (isEnded || request.sentAt === Number.POSITIVE_INFINITY || calls.has(counted)) return;
      [counted] = calls;
      counted?.attempt?.record?.addRequest();
    };
    const own: LayerInit = { ...init, signal: cancel.signal };
    const sent = new Promise<void>((resolve) => {
      const record = {
        addRequest() {
          request.sentAt = performance.now();
          resolve();
          count();
        },
        known,
      };
      if (init.attempt) own.attempt = { ...init.attempt, timeout: 0, storeTimeout: init.attempt.timeout, record };
    });
    const request: SharedRequest = {
      sentAt: Number.POSITIVE_INFINITY,
      join(call) {
        calls.add(call);
        clearTimeout(timer);
        count();
        // The time limit begins when the request is sent, as it does without this layer.
        const limited = async (signal: AbortSignal) => {
          await Promise.race([sent, response]);
          return withTimeLimit([signal], call.attempt?.timeout ?? TIMEOUT, () => response);
        };
        return untilAborted([call.signal], limited).finally(() => {
          calls.delete(call);
          Object.assign(call.attempt?.record?.known ?? {}, known);
          count();
          if (calls.size || isEnded) return;
          if (finishWithin) timer = setTimeout(endUnwanted, Math.min(finishWithin * 1000, LONGEST_TIMER));
          else end();
        });
      },
    };

    inFlight.set(url.href, request);
    endings.set(cancel.signal, endUnwanted);
    const send = async () => toStoredResponse(await next(address, own));
    const response = send();
    const ended = response.then(end, end);
    waitUntil?.(ended);
    return responseOf(await request.join(init));
  };
}
