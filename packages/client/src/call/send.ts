import { success } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import type { CallRecord, EndEvent } from './call-record.ts';
import { createCredentialSource } from './credentials.ts';
import { abortedError, networkError, timeoutError } from './no-response.ts';
import { type CallOptions, type Fetch, type FetchOptions, type Layer, type RetryOptions, reject } from './options.ts';
import { type ClientResponse, type ReceivedText, readMaskedResponse, toResponse } from './response.ts';
import { isFinal, LONGEST_WAIT } from './response-error.ts';
import { type OptionalSignal, sleep, timedOut, untilAborted, withTimeLimit } from './time-limit.ts';

/** A request without credentials. */
export interface OutgoingRequest {
  url: string;
  /** Passed on to `fetch`. */
  init: RequestInit;
  /** Ends the call, as the client's signal does. */
  signal: OptionalSignal;
}

/**
 * Adds the credentials to a request, sends it, and repeats it if a retry may succeed.
 * @param record receives each attempt
 * @throws VehicleLookupError when there is no response
 */
export type Send = (request: OutgoingRequest, record: CallRecord, options?: CallOptions) => Promise<ClientResponse>;

/** The default time limit for an attempt, in milliseconds. */
export const TIMEOUT = 30_000;

/** Errors after which another attempt may succeed. */
const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/** @throws VehicleLookupError `invalid_argument` when an option is missing or malformed */
export function createSend(options: FetchOptions): Send {
  const readCredentials = createCredentialSource(options);
  const exchange = createExchange(options);
  /** The secrets of the last attempt: a failing key function may repeat an earlier key in its error. */
  let last: string[] = [];

  return ({ url, init, signal: callSignal }, record, own = {}) => {
    const { operation, mask } = record;
    const timeout = own.timeout ?? options.timeout ?? TIMEOUT;
    const retry = own.retry ?? options.retry;

    const attempt = async (signal: OptionalSignal): Promise<ClientResponse | { error: VehicleLookupError }> => {
      try {
        record.addAttempt(url, last);
        const { suffix, secrets } = await readCredentials(record, signal, timeout);
        record.addAttempt(url, secrets);
        last = secrets;
        const address = url + suffix;
        const raw = await exchange({ address, init, signal, timeout, fetch: own.fetch, record });
        const response = readMaskedResponse(operation, raw, mask);
        record.addResponse(raw, raw.status === success && response.error?.code !== 'rejected');
        return response;
      } catch (thrown) {
        const isLate = thrown === timedOut;
        const error = isLate ? timeoutError(operation, timeout) : networkError(operation, thrown, mask);
        if (cutSuccesses.has(thrown as object)) throw error;
        return { error };
      }
    };

    const repeat = async (signal: AbortSignal): Promise<ClientResponse> => {
      for (let attempts = 1; ; attempts++) {
        const outcome = await attempt(signal);
        signal.throwIfAborted();
        const { error } = outcome;
        const delay = error && retryDelay(error, attempts, retry);
        if (!error || delay === undefined) {
          if ('status' in outcome) return outcome;
          throw error;
        }
        record.retry(delay, error.code);
        await sleep(delay, signal);
      }
    };

    return untilAborted([options.signal, callSignal], repeat).catch((reason) => {
      throw reason instanceof VehicleLookupError ? reason : abortedError(operation, reason);
    });
  };
}

/** Returns the delay before the next attempt in milliseconds, or undefined for no further attempt. The delay is random by default. */
function retryDelay(
  { code, headers, retryAfter }: VehicleLookupError,
  attempts: number,
  retry: RetryOptions | false | undefined,
): number | undefined {
  const { limit = 2, delay = 300 } = retry || {};
  if (retry === false || attempts > limit || !RETRYABLE.includes(code) || isFinal(headers)) return undefined;
  if (retryAfter === undefined) return Math.random() * Math.min(delay * 2 ** (attempts - 1), LONGEST_WAIT * 1000);
  return retryAfter > LONGEST_WAIT ? undefined : retryAfter * 1000;
}

/** Options of an attempt that are not options of `fetch`. */
interface AttemptOptions {
  /** Default: the client's timeout. */
  timeout?: number | undefined;
  /** Default: the client's `fetch`. */
  fetch?: Fetch | undefined;
  /** Receives the request's events from the layers. */
  record?: Pick<CallRecord, 'addRequest'> & { known: Pick<EndEvent, 'notKept'> };
  /** The time limit for a store in milliseconds, if it differs from `timeout`. */
  storeTimeout?: number | undefined;
}

/** One attempt, with the credentials in its URL. */
interface Attempt extends AttemptOptions {
  address: string;
  init: RequestInit;
  signal: OptionalSignal;
}

/** The `init` that a layer receives. If a layer omits `attempt`, the client's options apply. */
export type LayerInit = RequestInit & { attempt?: AttemptOptions };

/** Returns a function that sends an attempt through the client's layers. The time limit applies below the layers. */
function createExchange(options: FetchOptions): (attempt: Attempt) => Promise<ReceivedText> {
  const { layers = [] } = options;
  const given = [layers].flat() as readonly Layer[];
  const { timeout: usual = TIMEOUT } = options;
  const sendOnce = ({ address, init, signal, timeout = usual, fetch = options.fetch, record }: Attempt) =>
    withTimeLimit([signal], timeout, (limited) => {
      record?.addRequest();
      // A redirect would send the key to another URL. The contract has no redirects (assumption trailing-slash).
      return receive(fetch ?? globalThis.fetch, address, {
        ...init,
        signal: limited,
        redirect: 'manual',
      });
    });
  if (!given.length) return sendOnce;

  const innermost = async (address: string, { signal, attempt, ...init }: LayerInit) =>
    toResponse(await sendOnce({ ...attempt, address, init, signal }));
  const arranged: readonly Layer[] = given.reduce((all, layer) => layer?.arrange?.(all) ?? all, given);
  const outermost = arranged.reduceRight<Fetch>((next, layer) => {
    return typeof layer === 'function' ? layer(next) : reject('connect', 'layers', 'a list of functions', layer);
  }, innermost);
  return ({ address, init, signal = null, ...attempt }) => {
    return receive(outermost, address, { ...init, signal, attempt } as LayerInit);
  };
}

/** Errors that truncated a success body. The request is not repeated, because the service may have charged it. */
const cutSuccesses = new WeakSet<object>();

async function receive(fetch: Fetch, address: string, init: RequestInit): Promise<ReceivedText> {
  const response = await fetch(address, init);
  const { status, headers } = response;
  try {
    return { status, headers, text: await response.text() };
  } catch (thrown) {
    // Any value can be thrown, but a `WeakSet` accepts only objects.
    const error = Object(thrown);
    if (status === success) cutSuccesses.add(error);
    throw error;
  }
}
