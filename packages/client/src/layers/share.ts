import type { Layer } from '../call/options.ts';
import { LONGEST_WAIT } from '../call/response-error.ts';
import { type LayerInit, TIMEOUT } from '../call/send.ts';
import { LONGEST_TIMER, type OptionalSignal, untilAborted, withTimeLimit } from '../call/time-limit.ts';
import { responseOf, type StoredResponse, toStoredResponse } from './request.ts';

/** Ends a shared request that no call waits for, by the signal of the request. */
const endings = new WeakMap<AbortSignal, () => void>();

/** For a layer that has delayed a request: ends the request if no call waits for it any more. */
export const endIfUnwanted = (signal: OptionalSignal): void => {
  if (signal) endings.get(signal)?.();
};

/** A request in flight. */
interface SharedRequest {
  fetch: unknown;
  /** When it was sent; undefined before. */
  sentAt?: number;
  /** Adds a call, and returns the response. */
  join(call: LayerInit): Promise<StoredResponse>;
}

/**
 * Makes one request for equal calls of an account at the same time. A time limit or a signal ends a call, and not the request.
 * @param finishWithin seconds that a request may take after its last call has ended
 */
export function share(finishWithin: number): Layer {
  const inFlight = new Map<string, SharedRequest>();

  return (next) => async (address, init: LayerInit) => {
    // A layer around this one shares already.
    if (init.signal && endings.has(init.signal)) return next(address, init);
    const { attempt } = init;
    const url = new URL(address);
    url.searchParams.sort();
    const found = inFlight.get(url.href);
    if (found?.fetch === attempt?.fetch && found && !isStale(found)) return responseOf(await found.join(init));

    const calls = new Set([init]);
    const cancel = new AbortController();
    let counting: LayerInit | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let markSent = () => {};
    const sent = new Promise<void>((resolve) => {
      markSent = resolve;
    });

    const end = () => {
      isOver = true;
      clearTimeout(timer);
      if (inFlight.get(url.href) === request) inFlight.delete(url.href);
    };
    const stop = () => {
      end();
      cancel.abort();
    };
    /** The events of a call that still waits count the request. */
    const count = () => {
      const [call] = calls;
      if (isOver || request.sentAt === undefined || !call || (counting && calls.has(counting))) return;
      counting = call;
      call.attempt?.onSend?.();
    };
    const onSend = () => {
      request.sentAt = performance.now();
      markSent();
      count();
    };
    const leave = (call: LayerInit) => {
      calls.delete(call);
      count();
      if (calls.size || isOver) return;
      if (finishWithin) timer = setTimeout(stop, Math.min(finishWithin * 1000, LONGEST_TIMER));
      else stop();
    };
    const request: SharedRequest = {
      fetch: attempt?.fetch,
      join(call) {
        calls.add(call);
        clearTimeout(timer);
        count();
        const { timeout = TIMEOUT } = call.attempt ?? {};
        // As without this layer, the time limit begins when the request is sent.
        const work = async (signal?: AbortSignal) => {
          await Promise.race([sent, response]);
          return withTimeLimit([signal], timeout, () => response);
        };
        return untilAborted([call.signal], work).finally(() => leave(call));
      },
    };

    inFlight.set(url.href, request);
    endings.set(cancel.signal, () => calls.size || stop());
    const own: LayerInit = { ...init, signal: cancel.signal };
    if (attempt) own.attempt = { ...attempt, timeout: 0, onSend };
    const send = async () => toStoredResponse(await next(address, own));
    const response = send();
    response.then(end, end);
    return responseOf(await request.join(init));
  };
}

/** Some workers end a request without telling: nobody joins one that takes too long. */
const isStale = ({ sentAt = Number.POSITIVE_INFINITY }: SharedRequest): boolean =>
  performance.now() - sentAt > LONGEST_WAIT * 1000;
