import { selectedOperation } from '@vehicle-lookup/openapi/selectors';
import { path, selectors } from '../contract/contract.gen.ts';
import { runCall } from './call-record.ts';
import { credentialNames, pick } from './credentials.ts';
import { baseHeaders, mergedHeaders } from './headers.ts';
import { checkOptions, type FetchOptions, reject, sentNames } from './options.ts';
import { toResponse } from './response.ts';
import { isRedirect } from './response-error.ts';
import { createSend } from './send.ts';
import { readBaseUrl } from './url.ts';

/**
 * Creates a `fetch` for any client of the interface, also a generated one. It adds the credentials to each request, masks
 * them in what the service repeats, and has time limits, retries and layers. Responses have no address, because it would
 * contain the key. As with `fetch`, every status is a response; a redirect is an error, because it is not followed.
 * @throws VehicleLookupError `invalid_argument` when an option is missing or malformed. The function throws a
 * `VehicleLookupError` when there is no response, and for a request that is not one of the interface.
 */
export function createFetch(options: FetchOptions = {} as FetchOptions): typeof fetch {
  checkOptions('connect', options, credentialNames);
  const base = readBaseUrl(options.baseUrl) + path;
  const ownHeaders = baseHeaders(options);
  const send = createSend(options);

  return async (input, init) => {
    // A client may have a `Request` class of its own.
    const given = typeof input === 'object' && 'url' in input ? input : undefined;
    const url = new URL(given?.url ?? `${input}`, base);
    for (const name of credentialNames) url.searchParams.delete(name);
    const operation = selectedOperation(selectors, Object.fromEntries(url.searchParams)) ?? 'fetch';
    return runCall(options.onEvent, operation, async (record) => {
      const { method = given?.method ?? 'GET', headers = given?.headers, signal = given?.signal } = init ?? {};
      if (!/^get$/i.test(method)) reject(operation, 'method', 'GET', method);
      if (url.origin + url.pathname !== base) reject(operation, 'address', base, url.href);
      const sent = {
        ...(given && requestInit(given)),
        ...init,
        headers: mergedHeaders(operation, ownHeaders, headers),
      };
      const response = await send({ url: url.href, signal, init: sent }, record);
      if (response.error) record.fail(response.error);
      if (response.error && isRedirect(response.status)) throw response.error;
      return toResponse(response);
    });
  };
}

/** The fields of a request that are passed on to `fetch`, besides its headers: those that differ from the usual ones. */
export function requestInit(request: Request): RequestInit {
  const usual: object = new Request(request.url);
  return pick(
    request,
    sentNames.filter((name) => pick(request, [name])[name] !== pick(usual, [name])[name]),
  );
}
