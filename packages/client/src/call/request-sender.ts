import type { CallRecord } from './call-record.ts';
import { type CallOptions, type FetchOptions, reject } from './options.ts';
import type { ClientResponse } from './response.ts';
import { isRedirect } from './response-error.ts';
import { createSend } from './send.ts';

/** The parts of a `Request` that are sent. */
export interface RequestParts {
  /** The absolute URL. */
  url: string;
  method?: string | undefined;
  signal?: AbortSignal | null | undefined;
}

/**
 * Sends a `fetch` request with credentials, retries, masking and layers.
 * @param address the only URL of the API
 * @param init passed on to `fetch`
 * @throws VehicleLookupError if there is no response, for a redirect, which is not followed, and for a request to a different URL,
 * which must not receive the credentials
 */
export type RequestSender = (
  record: CallRecord,
  address: string,
  request: RequestParts,
  init: RequestInit,
  options?: CallOptions,
) => Promise<ClientResponse>;

/** @throws VehicleLookupError `invalid_argument` when an option is missing or malformed */
export function createRequestSender(options: FetchOptions): RequestSender {
  const send = createSend(options);
  return async (record, address, { url, method, signal }, init, own) => {
    const { operation } = record;
    const [place, query = ''] = url.split(/[?#]/);
    if (place !== address || !/^get$/i.test(init.method ?? method ?? 'GET'))
      reject(operation, 'request', `GET ${address}`, url);
    const received = await send({ url: `${place}?${query}`, signal, init }, record, own);
    if (isRedirect(received.status)) throw received.error;
    return received;
  };
}
