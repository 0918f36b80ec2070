import { pathEnd } from './contract.gen.ts';
import { VehicleLookupError } from './errors.ts';
import { kindOf } from './kind.ts';
import type { Credentials } from './selectors.gen.ts';
import type { Fetch, Init } from './send.ts';

export interface RetryOptions {
  /** Repetitions, 2 unless given. */
  limit?: number | undefined;
  /** Milliseconds before the first repetition at most; doubles with each further one. 300 unless given. */
  delay?: number | undefined;
}

/** What is called when something happens; no event holds the key. */
export interface Hooks {
  onRequest?(event: { operation: string; attempt: number }): void;
  onResponse?(event: { operation: string; attempt: number; status: number; milliseconds: number }): void;
  onRetry?(event: { operation: string; attempt: number; delay: number; error: VehicleLookupError }): void;
}

/** Where the service is, and the account that asks. */
export interface RawOptions extends Credentials {
  /** The service's base address. */
  baseUrl: string;
  /** Sends requests instead of the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** What ends a call, or repeats it. */
interface Limits {
  /** Milliseconds for one attempt, its body included; 30,000 unless given, 0 for no limit. */
  timeout?: number | undefined;
  retry?: RetryOptions | false | undefined;
  signal?: AbortSignal | undefined;
}

export interface VehicleLookupOptions extends RawOptions, Limits {
  hooks?: Hooks | undefined;
}

/** For one call, instead of what the client does; its signal and that of the client both end it. */
export interface CallOptions extends Limits, Init {}

/** @throws VehicleLookupError `invalid_argument` that says what kind of value there was, not which: it may be a secret */
export const refuse = (operation: string, name: string, expected: string, value: unknown): never => {
  const what = `${name}: expected ${expected}, got ${kindOf(value)}.`;
  throw new VehicleLookupError('invalid_argument', operation, what);
};

/**
 * Reads a base address. One that ends in the interface's path means the same as one without it.
 * @throws VehicleLookupError that does not repeat it: a whole request's address, pasted here, would hold the key
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) && new URL(baseUrl);
  return url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname
    ? url.origin + url.pathname.replace(pathEnd, '')
    : refuse('connect', 'baseUrl', 'an address such as https://example.com, without a query', baseUrl);
}

/** @throws VehicleLookupError when it is no text, empty, or cannot be encoded as half of a surrogate pair cannot */
export const readCredential = (operation: string, name: string, value: unknown): string =>
  typeof value === 'string' && /^\P{Cs}+$/u.test(value) ? value : refuse(operation, name, 'a non-empty string', value);
