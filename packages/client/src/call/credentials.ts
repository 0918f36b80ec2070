import { secrets } from '../contract/contract.gen.ts';
import type { CallRecord } from './call-record.ts';
import { networkError } from './no-response.ts';
import { credentialNames, type FetchOptions, reject } from './options.ts';
import { isPage } from './url.ts';

/** The credentials of one attempt. */
export interface AttemptCredentials {
  /** What is added to the address: `&user=…&key=…`. */
  suffix: string;
  /** What has to be masked in everything that is shown. */
  secrets: string[];
}

/**
 * Reads the credentials of an attempt, and calls the functions among them.
 * @param limited runs a function within the time limit of the attempt
 * @throws VehicleLookupError `network` when a function fails; `invalid_argument` when it does not return a text
 */
export type ReadCredentials = (
  call: Pick<CallRecord, 'operation' | 'mask'>,
  limited: (work: () => Promise<unknown>) => Promise<unknown>,
) => Promise<AttemptCredentials>;

/** Values by name. */
export type Values = Record<string, unknown>;

/** @throws VehicleLookupError `invalid_argument` when a credential is missing or malformed, or a page has a literal key */
export function createCredentialSource(options: FetchOptions): ReadCredentials {
  // None at all for a client of a proxy, which adds them.
  const given = credentialNames.some((name) => name in options) ? pick(options, credentialNames) : {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'function') continue;
    if (isPage() && secrets.includes(name) && !options.dangerouslyAllowBrowser)
      reject('connect', name, 'a proxy, or dangerouslyAllowBrowser: visitors can read the page', value);
    checkCredential('connect', name, value);
  }
  return async ({ operation, mask }, limited) => {
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      const call = () => callCredential(value as () => unknown, operation, name, mask);
      values[name] = checkCredential(operation, name, typeof value === 'function' ? await limited(call) : value);
    }
    return {
      suffix: Object.entries(values)
        .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
        .join(''),
      secrets: secrets.flatMap((name) => values[name] ?? []),
    };
  };
}

/** The options with these names. */
export const pick = (options: object, names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, (options as Values)[name]]));

/** @throws VehicleLookupError when the value is not a text, is empty, or contains half of a surrogate pair, which no address can contain */
const checkCredential = (operation: string, name: string, value: unknown): string =>
  typeof value === 'string' && /^\P{Cs}+$/u.test(value)
    ? value
    : reject(operation, name, 'a non-empty text', value, typeof value === 'number' ? 'number' : undefined);

async function callCredential(
  credential: () => unknown,
  operation: string,
  name: string,
  mask: (text: string) => string,
): Promise<unknown> {
  try {
    return await credential();
  } catch (thrown) {
    throw networkError(operation, thrown, mask, `${name}: the function failed`);
  }
}

/** A query without the parameters that only the client may set. */
export const withoutCredentials = (query: Values): Values =>
  credentialNames.some((name) => name in query)
    ? Object.fromEntries(Object.entries(query).filter(([name]) => !credentialNames.includes(name)))
    : query;
