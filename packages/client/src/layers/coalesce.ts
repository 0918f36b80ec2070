import type { Layer } from '../call/options.ts';
import { withTimeLimit } from '../call/time-limit.ts';
import { keyOf, responseOf, type StoredResponse, toStoredResponse } from './request.ts';

/**
 * Creates a layer that makes one request for equal calls at the same time; all get its response. A call that is aborted does
 * not end the request, because the service may have charged it: a call that comes before its end gets the response.
 */
export function coalesce(): Layer {
  const inFlight = new Map<string, Promise<StoredResponse>>();
  return (next) => async (address, init) => {
    const key = keyOf(address);
    const request = inFlight.get(key) ?? next(address, { ...init, signal: null }).then(toStoredResponse);
    if (!inFlight.has(key)) {
      inFlight.set(key, request);
      const forget = () => inFlight.delete(key);
      request.then(forget, forget);
    }
    return responseOf(await withTimeLimit([init.signal], 0, () => request));
  };
}
