import { type Layer, reject } from '../call/options.ts';
import type { LayerInit } from '../call/send.ts';
import { LONGEST_TIMER, untilAborted } from '../call/time-limit.ts';
import { keyOf, responseOf, type StoredResponse, toStoredResponse } from './request.ts';

export interface CoalesceOptions {
  /**
   * How many seconds a request that was sent may still take after each call that waits for it was aborted: the service may
   * have charged it, and an equal call gets its response. 0 cancels it. Default: 30.
   */
  finishWithin?: number;
}

/** A request that calls wait for: adds a call, and returns its response. */
type SharedRequest = (call: LayerInit) => Promise<StoredResponse>;

/** Makes one request for equal calls at the same time. @param name the layer, for errors */
export function share(name: string, { finishWithin = 30 }: CoalesceOptions): Layer {
  if (!(finishWithin >= 0)) reject(name, 'finishWithin', 'a number of seconds from 0', finishWithin);
  const inFlight = new Map<string, SharedRequest>();

  return (next) => async (address, init: LayerInit) => {
    const key = keyOf(address);
    const found = inFlight.get(key);
    if (found) return responseOf(await found(init));
    const calls = new Set([init]);
    const cancel = new AbortController();
    // Without an `attempt` nothing tells when the request is sent.
    let isSent = !init.attempt;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const end = () => {
      isOver = true;
      clearTimeout(timer);
      if (inFlight.get(key) === join) inFlight.delete(key);
    };
    const stop = () => {
      end();
      cancel.abort();
    };
    const onSend = () => {
      isSent = true;
      // The events of a call that still waits count the request.
      const [waiting] = calls;
      waiting?.attempt?.onSend?.();
    };
    const send = async () => {
      const sent: LayerInit = { ...init, signal: cancel.signal, attempt: { ...init.attempt, onSend } };
      return toStoredResponse(await next(address, sent));
    };
    const join: SharedRequest = (call) => {
      calls.add(call);
      clearTimeout(timer);
      return untilAborted([call.signal], () => response).finally(() => {
        calls.delete(call);
        if (calls.size || isOver) return;
        if (!isSent || !finishWithin) stop();
        else timer = setTimeout(stop, Math.min(finishWithin * 1000, LONGEST_TIMER));
      });
    };

    inFlight.set(key, join);
    const response = send();
    response.then(end, end);
    return responseOf(await join(init));
  };
}
