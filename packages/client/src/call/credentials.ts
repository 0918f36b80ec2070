import { secrets } from '../contract/contract.gen.ts';
import type { CallRecord } from './call-record.ts';
import { networkError } from './no-response.ts';
import { credentialNames, type FetchOptions, reject } from './options.ts';
import { type OptionalSignal, withTimeLimit } from './time-limit.ts';
import { isPage } from './url.ts';

/** The credentials of one attempt. */
export interface AttemptCredentials {
  /** The string to append to the URL: `&user=…&key=…`. */
  suffix: string;
  /** The values to mask in all output. */
  secrets: string[];
}

/**
 * Returns the credentials for an attempt. Calls the credentials that are functions.
 * @param signal ends the call
 * @param timeout the time limit of the attempt, in milliseconds
 * @throws VehicleLookupError `network` when a function fails; `invalid_argument` when it does not return a string
 */
export type ReadCredentials = (
  call: Pick<CallRecord, 'operation' | 'mask'>,
  signal: OptionalSignal,
  timeout: number,
) => Promise<AttemptCredentials>;

/** Values, keyed by name. */
export type Values = Record<string, unknown>;

/** Reads the credentials. @throws VehicleLookupError `invalid_argument` if any is missing or malformed, or a page has a literal key */
export function createCredentialSource(options: FetchOptions): ReadCredentials {
  // A client of a proxy has no credentials, because the proxy adds them.
  const given = credentialNames.some((name) => name in options) ? pick(options, credentialNames) : {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'function') continue;
    if (isPage() && secrets.includes(name) && !options.dangerouslyAllowBrowser)
      reject('connect', name, 'a proxy, or dangerouslyAllowBrowser: visitors can read the page', value);
    checkCredential('connect', name, value);
  }
  return async ({ operation, mask }, signal, timeout) => {
    const attempt: AttemptCredentials = { suffix: '', secrets: [] };
    for (const [name, value] of Object.entries(given)) {
      const call = async () => {
        try {
          return await (value as () => unknown)();
        } catch (thrown) {
          throw networkError(operation, thrown, mask, `${name}: the function failed`);
        }
      };
      const isFunction = typeof value === 'function';
      const text = checkCredential(operation, name, isFunction ? await withTimeLimit([signal], timeout, call) : value);
      attempt.suffix += `&${name}=${encodeURIComponent(text)}`;
      if (secrets.includes(name)) attempt.secrets.push(text);
    }
    return attempt;
  };
}

/** Returns the options with the given names. */
export const pick = (options: object, names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, (options as Values)[name]]));

/** Returns a valid credential. @throws VehicleLookupError if it is not a string, or is empty, or has a line break or a lone surrogate */
const checkCredential = (operation: string, name: string, value: unknown): string =>
  typeof value === 'string' && /^[^\n\p{Cs}]+$/u.test(value)
    ? value
    : reject(operation, name, 'a non-empty text of one line', value, typeof value === 'number' ? 'number' : undefined);

/** Returns the query without the parameters that only the client may set. */
export const withoutCredentials = (query: Values): Values =>
  credentialNames.some((name) => name in query)
    ? Object.fromEntries(Object.entries(query).filter(([name]) => !credentialNames.includes(name)))
    : query;
