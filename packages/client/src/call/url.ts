import { pathEnd } from '../contract/contract.gen.ts';
import { reject } from './options.ts';

const page = globalThis as {
  document?: unknown;
  importScripts?: unknown;
  location?: { href: string };
  process?: { versions?: { node?: string } };
};

/** Reports whether the code runs in a web page or in a web worker. False in Node.js with a simulated document. */
export const isPage = (): boolean => !page.process?.versions?.node && !!(page.document || page.importScripts);

/**
 * Reads a base URL, ignoring an API path at its end. A value that is only a path refers to the page's server.
 * @param operation the operation that the error names
 * @throws VehicleLookupError that does not contain the URL, which may be a request URL with the key
 */
export function readBaseUrl(baseUrl: string, operation = 'connect'): string {
  const origin = /^\/(?!\/)/.test(baseUrl) ? page.location?.href : undefined;
  const url = URL.canParse(baseUrl, origin) && new URL(baseUrl, origin);
  return url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname
    ? url.origin + url.pathname.replace(pathEnd, '')
    : reject(operation, 'baseUrl', 'a URL like http://example.com or https://example.com, without a query', baseUrl);
}
