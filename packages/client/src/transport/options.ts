import { type Credentials, pathEnd } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { describe } from '../json.ts';
import type { Fetch, Init } from './send.ts';

export interface RetryOptions {
  /** The number of retries. Default: 2. */
  limit?: number | undefined;
  /** The longest wait before the first retry, in milliseconds; it doubles for each further retry. Default: 300. */
  delay?: number | undefined;
}

/** Functions that the client calls during a request. Their events never contain the key. */
export interface Hooks {
  onRequest?(event: { operation: string; attempt: number }): void;
  onResponse?(event: { operation: string; attempt: number; status: number; milliseconds: number }): void;
  onRetry?(event: { operation: string; attempt: number; delay: number; error: VehicleLookupError }): void;
}

/** The address of the service and the account. */
export interface RawOptions extends Credentials {
  /** The base address of the service. */
  baseUrl: string;
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
}

/** What ends or repeats a request. */
interface RequestLimits {
  /** Milliseconds for one attempt, including its body; 0 for no limit. Default: 30,000. */
  timeout?: number | undefined;
  retry?: RetryOptions | false | undefined;
  signal?: AbortSignal | undefined;
}

export interface VehicleLookupOptions extends RawOptions, RequestLimits {
  hooks?: Hooks | undefined;
}

/** Options of one call. They replace those of the client, except that both signals end the call. */
export interface CallOptions extends RequestLimits, Init {}

/** @throws VehicleLookupError `invalid_argument`; the message describes the value without repeating it, because it may be a secret */
export const refuse = (operation: string, name: string, expected: string, value: unknown): never => {
  throw new VehicleLookupError('invalid_argument', operation, `${name}: expected ${expected}, got ${describe(value)}.`);
};

/**
 * Reads a base address. The path of the interface at its end is ignored.
 * @throws VehicleLookupError that does not repeat the address: it may be that of a whole request, with the key
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) && new URL(baseUrl);
  return url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname
    ? url.origin + url.pathname.replace(pathEnd, '')
    : refuse('connect', 'baseUrl', 'an address such as https://example.com, without a query', baseUrl);
}

/** @throws VehicleLookupError when the value is not a string, is empty, or contains half of a surrogate pair, which no address can contain */
export const readCredential = (operation: string, name: string, value: unknown): string =>
  typeof value === 'string' && /^\P{Cs}+$/u.test(value) ? value : refuse(operation, name, 'a non-empty text', value);
