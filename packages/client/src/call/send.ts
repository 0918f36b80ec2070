import { success } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import type { CallRecord } from './call-record.ts';
import { createCredentialSource } from './credentials.ts';
import { abortedError, networkError, timeoutError } from './no-response.ts';
import { type CallOptions, type Fetch, type FetchOptions, type Layer, type RetryOptions, reject } from './options.ts';
import { type ClientResponse, type ReceivedText, readMaskedResponse, toResponse } from './response.ts';
import { LONGEST_WAIT } from './response-error.ts';
import { type OptionalSignal, sleep, timedOut, untilAborted, withTimeLimit } from './time-limit.ts';

/** A request without credentials. */
export interface OutgoingRequest {
  url: string;
  /** Passed on to `fetch`. */
  init: RequestInit;
  /** Ends the call, as the signal of the client does. */
  signal: OptionalSignal;
}

/**
 * Adds the credentials to a request, sends it, and repeats it where a retry may help.
 * @param record learns of each attempt
 * @throws VehicleLookupError when there is no response
 */
export type Send = (request: OutgoingRequest, record: CallRecord, options?: CallOptions) => Promise<ClientResponse>;

/** Milliseconds for an attempt. */
export const TIMEOUT = 30_000;

/** Errors after which another attempt may succeed. */
const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/** @throws VehicleLookupError `invalid_argument` when an option is missing or malformed */
export function createSend(options: FetchOptions): Send {
  const readCredentials = createCredentialSource(options);
  const exchange = createExchange(options);

  return ({ url, init, signal: callSignal }, record, own = {}) => {
    const { operation, mask } = record;
    const { fetch } = own;
    const timeout = own.timeout ?? options.timeout ?? TIMEOUT;
    const retry = own.retry ?? options.retry;

    const attempt = async (signal: OptionalSignal): Promise<ClientResponse | { error: VehicleLookupError }> => {
      try {
        const { suffix, secrets } = await readCredentials(record, (work) => withTimeLimit([signal], timeout, work));
        record.addAttempt(url, secrets);
        const address = url + suffix;
        const raw = await exchange({ address, init, signal, timeout, fetch, onSend: () => record.addRequest() });
        const response = readMaskedResponse(operation, raw, mask);
        record.addResponse(raw, raw.status === success && response.error?.code !== 'rejected');
        return response;
      } catch (thrown) {
        const isLate = thrown === timedOut;
        return { error: isLate ? timeoutError(operation, timeout) : networkError(operation, thrown, mask) };
      }
    };

    const repeat = async (signal?: AbortSignal): Promise<ClientResponse> => {
      for (let attempts = 1; ; attempts++) {
        const outcome = await attempt(signal);
        signal?.throwIfAborted();
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

/** Milliseconds until the next attempt, random unless the service states them; undefined if there is none. */
function retryDelay(
  { code, retryAfter }: VehicleLookupError,
  attempts: number,
  retry: RetryOptions | false | undefined,
): number | undefined {
  const { limit = 2, delay = 300 } = retry || {};
  if (retry === false || attempts > limit || !RETRYABLE.includes(code)) return undefined;
  if (retryAfter === undefined) return Math.random() * Math.min(delay * 2 ** (attempts - 1), LONGEST_WAIT * 1000);
  return retryAfter > LONGEST_WAIT ? undefined : retryAfter * 1000;
}

/** What an attempt has that is not of `fetch`. */
interface AttemptOptions {
  /** Default: that of the client. */
  timeout?: number | undefined;
  /** Default: that of the client. */
  fetch?: Fetch | undefined;
  /** Called when the request leaves the layers. */
  onSend?: () => void;
}

/** One attempt, with the credentials in its address. */
interface Attempt extends AttemptOptions {
  address: string;
  init: RequestInit;
  signal: OptionalSignal;
}

/** What the init of a layer has besides the standard fields. A layer may leave it out: then it is that of the client. */
export type LayerInit = RequestInit & { attempt?: AttemptOptions };

/** Sends an attempt through the layers of the client; the time limit is below them. */
function createExchange(options: FetchOptions): (attempt: Attempt) => Promise<ReceivedText> {
  const { layers = [] } = options;
  if (!Array.isArray(layers) || layers.some((layer) => typeof layer !== 'function'))
    reject('connect', 'layers', 'a list of functions', layers);

  const sendOnce = ({ address, init, signal, timeout, fetch, onSend }: Attempt) =>
    withTimeLimit([signal], timeout ?? options.timeout ?? TIMEOUT, (limited) => {
      onSend?.();
      // A redirect would send the key to another address. The contract has no redirects (assumption trailing-slash).
      return receive(fetch ?? options.fetch ?? globalThis.fetch, address, {
        ...init,
        signal: limited ?? null,
        redirect: 'manual',
      });
    });
  if (!layers.length) return sendOnce;

  const innermost = async (address: string, { signal, attempt, ...init }: LayerInit) =>
    toResponse(await sendOnce({ ...attempt, address, init, signal }));
  const arranged: readonly Layer[] = layers.reduce((all, { arrange }) => arrange?.(all) ?? all, layers);
  const outermost = arranged.reduceRight<Fetch>((next, layer) => layer(next), innermost);
  return ({ address, init, signal = null, ...attempt }) => {
    return receive(outermost, address, { ...init, signal, attempt } as LayerInit);
  };
}

async function receive(fetch: Fetch, address: string, init: RequestInit): Promise<ReceivedText> {
  const response = await fetch(address, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
