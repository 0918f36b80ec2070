import type { HeadersOptions } from 'openapi-fetch';
import { type FetchOptions, reject } from './options.ts';
import { isPage } from './url.ts';

/**
 * Merges headers in any format that `fetch` or openapi-fetch accepts. As in openapi-fetch, null removes a header. Later headers
 * replace earlier headers.
 * @throws VehicleLookupError `invalid_argument` for a header that cannot be sent; the message does not repeat its value
 */
export function mergedHeaders(operation: string, ...all: (HeadersOptions | undefined)[]): Headers {
  const merged = new Headers();
  try {
    for (const one of all) {
      const entries = one && Symbol.iterator in one ? new Headers(one as HeadersInit) : Object.entries(one ?? {});
      for (const [name, value] of entries)
        if (value === null) merged.delete(name);
        else if (value !== undefined) merged.set(name, `${value}`);
    }
    return merged;
  } catch {
    return reject(operation, 'headers', 'HTTP headers', all.at(-1));
  }
}

/** Returns the headers for every request. Web pages must not set `User-Agent`. */
export const baseHeaders = ({ headers }: FetchOptions): Headers =>
  mergedHeaders('connect', isPage() ? undefined : { 'user-agent': 'vehicle-lookup-client' }, headers);
