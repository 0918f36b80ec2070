import type { Credentials } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { describe } from '../json.ts';
import type { CallEvent } from './events.ts';

/** Sends a request, as the global `fetch` does. It must support `redirect: 'manual'`. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` around another one, such as a cache. It is beneath the retries and gets the whole request, with the key. The time
 * limit is beneath it, so that a request may wait in a layer.
 */
export type Layer = (next: Fetch) => Fetch;

export interface RetryOptions {
  /** The number of retries. Default: 2. */
  limit?: number | undefined;
  /** The longest wait before the first retry, in milliseconds; it doubles for each further retry. Default: 300. */
  delay?: number | undefined;
}

/** What ends or repeats a request, and how it is sent. */
interface RequestOptions {
  /** Milliseconds for one attempt, including its body; 0 for no limit. Default: 30,000. */
  timeout?: number | undefined;
  retry?: RetryOptions | false | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** The account. Without one the base address is that of a proxy, which adds the credentials. */
export type Account = Credentials | { [name in keyof Credentials]?: never };

/** Options of a client that do not concern the account. */
export interface ClientOptions extends RequestOptions {
  /** The base address of the service or of a proxy; in a page also a path, such as `/vehicles`. */
  baseUrl: string;
  /** Between the retries and the network, the outermost first: `[createCache(…), coalesce(), allowance.layer]`. */
  layers?: readonly Layer[] | undefined;
  /** Is called before a retry and at the end of each call. An event never contains the key. */
  onEvent?: ((event: CallEvent) => void) | undefined;
  /** Allows a literal key in a page, although every visitor can read it there. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The address of the service, the account, and how requests are sent. */
export type FetchOptions = ClientOptions & Account;

/** Options of one call. They replace those of the client; headers are merged, and both signals end the call. */
export interface CallOptions extends RequestOptions {}

/** @throws VehicleLookupError `invalid_argument`; the message does not repeat a text, because it may be a secret */
export const refuse = (
  operation: string,
  name: string,
  expected: string,
  value: unknown,
  got: string = describe(value),
): never => {
  throw new VehicleLookupError('invalid_argument', operation, `${name}: expected ${expected}, got ${got}.`);
};

/** The types that options must have. Further options are checked where they are used, or passed on to `fetch`. */
const TYPES = ['number', 'function', 'object'];
const OPTIONS: string[][] = /*#__PURE__*/ [
  'timeout limit delay',
  'fetch onEvent',
  'signal headers middleware',
  'cache credentials dispatcher integrity keepalive mode priority referrer referrerPolicy',
  'baseUrl retry layers dangerouslyAllowBrowser Request querySerializer requestInitExt',
].map((names) => names.split(' '));

/** The options that are passed on to `fetch`. */
export const sentOptions = (options: object): RequestInit =>
  Object.fromEntries(Object.entries(options).filter(([name]) => OPTIONS[TYPES.length]?.includes(name)));

/**
 * Refuses options that do not exist, or have another type.
 * @param others further options
 * @throws VehicleLookupError `invalid_argument`
 */
export function checkOptions(operation: string, options: CallOptions, others: string[] = []): void {
  const { retry = {} } = options;
  if (retry !== false && typeof retry !== 'object') refuse(operation, 'retry', '{ limit, delay } or false', retry);
  for (const [name, value] of Object.entries({ ...options, ...retry })) {
    const group = OPTIONS.findIndex((names) => names.includes(name));
    const type = TYPES[group];
    if (group < 0 && !others.includes(name))
      refuse(operation, name, `one of the options ${[OPTIONS, others].flat(2).join(' ')}`, value);
    if (type && value != null && (typeof value !== type || (type === 'number' && !(Number(value) >= 0))))
      refuse(operation, name, type === 'number' ? 'a number from 0' : `a value of the type ${type}`, value);
  }
}
