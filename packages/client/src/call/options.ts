import type { HeadersOptions } from 'openapi-fetch';
import { type Credentials, identity, secrets } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { describe } from '../json.ts';
import type { CallEvent } from './call-record.ts';

/** Sends a request, as the global `fetch` does. It must support `redirect: 'manual'`. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * A function that wraps `fetch`, such as a cache. A layer is below the retries, and receives the whole request, including the key.
 * The time limit applies below the layers, so that a request may wait in a layer. A layer must pass on its `init` or `{ ...init, …
 * }`. Otherwise, events do not count its requests, and the timeout and `fetch` of a single call are ignored. If a layer replaces
 * the signal, a request that waits below a cache is sent even if its call has been aborted.
 */
export interface Layer {
  (next: Fetch): Fetch;
  /** Sorts layers into the required order. Only layers of this package have this method. */
  arrange?(layers: readonly Layer[]): readonly Layer[];
}

export interface RetryOptions {
  /** The number of retries. Default: 2. */
  limit?: number | undefined;
  /** The maximum delay before the first retry, in milliseconds. The maximum doubles for each further retry. Default: 300. */
  delay?: number | undefined;
}

/** Options for time limits, retries and requests. */
interface RequestOptions {
  /** The time limit for one attempt, including the response body, in milliseconds; 0 for no limit. Default: 30,000. */
  timeout?: number | undefined;
  /** `{ limit, delay }`, or `false` for no retries. Default: two retries, after at most 300 and 600 ms. */
  retry?: RetryOptions | false | undefined;
  /** Aborts the call, or every call if it is an option of the client. */
  signal?: AbortSignal | undefined;
  /** Sent with every request; null removes a header. Outside web pages, `User-Agent` names this client by default. */
  headers?: HeadersOptions | undefined;
  /** Sends the requests. Default: the global `fetch`. Your function must support `redirect: 'manual'`. */
  fetch?: Fetch | undefined;
}

/** The account. Without an account, the base URL must be a proxy that adds the credentials. */
export type AccountOptions = Credentials | { [name in keyof Credentials]?: never };

/** Client options, except the account. */
export interface ClientOptions extends RequestOptions {
  /**
   * The base URL of the service or of a proxy, with or without the API path. In a web page, it may also be
   * a path, such as `/vehicles`.
   */
  baseUrl: string;
  /** Functions that wrap `fetch` below the retries: `[createCache(…), allowance.layer]`. Layers of this package may be in any order. */
  layers?: readonly Layer[] | undefined;
  /** Called before each retry and at the end of each call. An event never contains the key. */
  onEvent?: ((event: CallEvent) => void) | undefined;
  /** Allows a literal key in a web page, although every visitor can read it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The base URL, the account, and options for requests. */
export type FetchOptions = ClientOptions & AccountOptions;

/** Options for one call, which override the options of the client. Headers are merged, and both signals can end the call. */
export interface CallOptions extends RequestOptions {}

/** The credentials' parameter names in a query. */
export const credentialNames: string[] = /*#__PURE__*/ identity.concat(secrets);

/** Options that openapi-fetch checks. */
export const openapiFetchNames: string[] = ['Request', 'bodySerializer', 'pathSerializer', 'querySerializer'];

/** Options that only a client accepts. */
export const clientNames: string[] = /*#__PURE__*/ credentialNames.concat(
  'layers',
  'dangerouslyAllowBrowser',
  'requestInitExt',
);

/** The expected types of options. */
const TYPES: Record<string, 'number' | 'object' | 'function'> = {
  timeout: 'number',
  'retry.limit': 'number',
  'retry.delay': 'number',
  signal: 'object',
  headers: 'object',
  middleware: 'object',
  fetch: 'function',
  onEvent: 'function',
};

/** Options that are passed on to `fetch`. */
export const sentNames: string[] = [
  'cache',
  'credentials',
  'dispatcher',
  'integrity',
  'keepalive',
  'mode',
  'priority',
  'referrer',
  'referrerPolicy',
];

/**
 * Rejects unknown options and invalid types, including the options in `retry`.
 * @param others the names of further options
 * @throws VehicleLookupError `invalid_argument`
 */
export function checkOptions(operation: string, options: CallOptions, others: string[] = []): void {
  const { retry = {} } = options;
  if (retry !== false && typeof retry !== 'object') reject(operation, 'retry', '{ limit, delay } or false', retry);
  const own = ['baseUrl', 'retry', ...Object.keys(TYPES)];
  checkNames(operation, options, [...others, ...own, ...openapiFetchNames, ...sentNames]);
  checkNames(operation, retry || {}, ['limit', 'delay'], 'retry.');
}

/**
 * Rejects unknown options and options of an invalid type.
 * @param place a prefix of the option names in messages
 * @throws VehicleLookupError `invalid_argument`, which suggests the option that was probably meant
 */
export function checkNames(operation: string, options: object, known: string[], place = ''): void {
  for (const [option, value] of Object.entries(options)) {
    const name = place + option;
    if (!known.includes(option)) {
      const beginning = option.slice(0, 3).toLowerCase();
      const near = known.find((one) => one.toLowerCase().startsWith(beginning));
      const hint = near ? `did you mean ${near}?` : `expected one of ${known.join(', ')}.`;
      throw new VehicleLookupError('invalid_argument', operation, `${name}: unknown option; ${hint}`);
    }
    const type = value != null && TYPES[name];
    if (type && (typeof value !== type || (type === 'number' && !(value >= 0))))
      reject(operation, name, type === 'number' ? 'a number from 0' : `type ${type}`, value);
  }
}

/** @throws VehicleLookupError `invalid_argument`; the message does not contain a string value, which may be a secret */
export const reject = (
  operation: string,
  name: string,
  expected: string,
  value: unknown,
  got: string = describe(value),
): never => {
  throw new VehicleLookupError('invalid_argument', operation, `${name}: expected ${expected}, got ${got}.`);
};
