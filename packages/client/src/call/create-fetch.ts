import { selectedOperation } from '@vehicle-lookup/openapi/selectors';
import { path, selectors } from '../contract/contract.gen.ts';
import { runCall } from './call-record.ts';
import { pick, type Values } from './credentials.ts';
import { baseHeaders, mergedHeaders } from './headers.ts';
import { checkOptions, clientNames, credentialNames, type FetchOptions, reject, sentNames } from './options.ts';
import { createRequestSender } from './request-sender.ts';
import { toResponse } from './response.ts';
import { readBaseUrl } from './url.ts';

/**
 * Creates a `fetch` function for any client of the API, including generated clients. It adds the credentials to each request, masks them in
 * headers and error responses, and applies time limits, retries and layers. Responses have no URL, because the URL would contain the key.
 * As with `fetch`, an error status does not throw. A redirect throws an error, because it is not followed.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed. The created function throws a
 * `VehicleLookupError` if there is no response, or if the request is not a valid API request.
 */
export function createFetch(options: FetchOptions = {} as FetchOptions): typeof fetch {
  checkOptions('connect', options, clientNames);
  const address = readBaseUrl(options.baseUrl) + path;
  const headers = baseHeaders(options);
  const sendRequest = createRequestSender(options);

  return async (input, init) => {
    // The `Request` may be an instance of a different class, which `instanceof` would not recognise.
    const request = typeof input === 'object' && 'url' in input ? input : undefined;
    const given = request?.url ?? `${input}`;
    const url = URL.canParse(given, address) ? new URL(given, address) : reject('fetch', 'address', address, given);
    for (const name of credentialNames) url.searchParams.delete(name);
    const operation = selectedOperation(selectors, Object.fromEntries(url.searchParams)) ?? 'fetch';
    return runCall(options.onEvent, operation, async (record) => {
      const sent = {
        ...pick(options, sentNames),
        ...(request && changedFields(request, new Request(address) as object as Values)),
        ...init,
        headers: mergedHeaders(operation, headers, init?.headers ?? request?.headers),
      };
      const parts = { url: url.href, method: request?.method, signal: init?.signal ?? request?.signal };
      const received = await sendRequest(record, address, parts, sent);
      if (received.error) record.fail(received.error);
      return toResponse(received);
    });
  };
}

/** Returns the request fields to pass to `fetch`: the fields that differ from a request without options. */
function changedFields(request: object, usual: Values): Record<string, unknown> {
  const fields = Object.entries(pick(request, sentNames));
  return Object.fromEntries(fields.filter(([name, value]) => value !== usual[name]));
}
