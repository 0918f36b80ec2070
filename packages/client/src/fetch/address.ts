import { identity, pathEnd, secrets } from '../contract/contract.gen.ts';
import { networkError } from './network-error.ts';
import { type FetchOptions, refuse } from './options.ts';

/** Credentials by name. A function is called for each attempt. */
export type Account = Record<string, unknown>;

/** The names of the credentials. */
export const NAMES: string[] = /*#__PURE__*/ identity.concat(secrets);

const page = globalThis as {
  document?: unknown;
  importScripts?: unknown;
  location?: { href: string };
  process?: { versions?: { node?: string } };
};

/** True in a page and in its workers. False in Node.js with a simulated document. */
export const isPage = (): boolean => !page.process?.versions?.node && !!(page.document || page.importScripts);

/**
 * Reads a base address. The path of the interface at its end is ignored; a path alone is one of the page's server.
 * @throws VehicleLookupError that does not repeat the address: it may be that of a whole request, with the key
 */
export function readBaseUrl(baseUrl: string): string {
  const origin = /^\/(?!\/)/.test(baseUrl) ? page.location?.href : undefined;
  const url = URL.canParse(baseUrl, origin) && new URL(baseUrl, origin);
  return url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname
    ? url.origin + url.pathname.replace(pathEnd, '')
    : refuse('connect', 'baseUrl', 'an address such as https://example.com, without a query', baseUrl);
}

/** @throws VehicleLookupError `invalid_argument` when a credential is missing or malformed, or a page has a literal key */
export function readAccount(options: FetchOptions): Account {
  const account: Account = {};
  if (!NAMES.some((name) => name in options)) return account;
  for (const name of NAMES) {
    const value = (options as unknown as Account)[name];
    account[name] = value;
    if (typeof value === 'function') continue;
    if (isPage() && secrets.includes(name) && !options.dangerouslyAllowBrowser)
      refuse('connect', name, 'a proxy, or dangerouslyAllowBrowser: visitors of a page can read what it has', value);
    checkCredential('connect', name, value);
  }
  return account;
}

/** @throws VehicleLookupError when the value is not a string, is empty, or contains half of a surrogate pair, which no address can contain */
const checkCredential = (operation: string, name: string, value: unknown): unknown =>
  (typeof value === 'string' && /^\P{Cs}+$/u.test(value)) ||
  refuse(operation, name, 'a non-empty text', value, typeof value === 'number' ? 'number' : undefined);

/**
 * The credentials of an attempt.
 * @throws VehicleLookupError `network` when a function fails; `invalid_argument` when it does not return a text
 */
export async function callAccount(
  operation: string,
  account: Account,
  mask: (text: string) => string,
): Promise<Account> {
  const credentials = { ...account };
  for (const name in account) {
    const value = account[name];
    if (typeof value !== 'function') continue;
    try {
      credentials[name] = await value();
    } catch (thrown) {
      throw networkError(operation, thrown, mask, `${name}: the function failed`);
    }
    checkCredential(operation, name, credentials[name]);
  }
  return credentials;
}

/** The headers of every request. A browser may not set `User-Agent`. */
export const baseHeaders = ({ headers }: FetchOptions): Record<string, string> => ({
  ...(!isPage() && { 'user-agent': 'vehicle-lookup-client' }),
  ...headers,
});
