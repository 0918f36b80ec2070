import { maskSecrets } from '@vehicle-lookup/selectors';
import { secrets } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import { callAccount, NAMES, readAccount } from './address.ts';
import type { Call } from './events.ts';
import { networkError } from './network-error.ts';
import { type CallOptions, type Fetch, type FetchOptions, refuse } from './options.ts';
import { isRedirect, isSuccess, LONGEST_WAIT, parse, responseError } from './response-error.ts';
import { sleep, timedOut, withTimeLimit } from './time-limit.ts';

/** A request without credentials, with a query. */
export interface Outgoing {
  url: string;
  signal?: AbortSignal | null | undefined;
  /** Passed on to `fetch`. */
  init?: RequestInit | undefined;
}

/** A response. Nothing in it contains the key, except the body of a success. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
  /** The error that the response stands for. */
  error?: VehicleLookupError | undefined;
}

/**
 * Adds the credentials to a request, sends it, and repeats it where a retry may help.
 * @throws VehicleLookupError when there is no response
 */
export type Send = (request: Outgoing, call: Call, options?: CallOptions) => Promise<Reply>;

/** A layer may leave out what is not standard: then it is that of the client. */
type Init = RequestInit & { timeout?: number; send?: Fetch | undefined };

type Received = Pick<Reply, 'status' | 'headers' | 'text'>;

/** Sends a request with credentials once. */
type Exchange = (address: string, init: Init) => Promise<Received>;

/** Milliseconds for an attempt. */
const TIMEOUT = 30_000;

const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/** @throws VehicleLookupError `invalid_argument` when an option is missing or malformed */
export function createSend(options: FetchOptions): Send {
  const account = readAccount(options);
  const isCalled = NAMES.some((name) => typeof account[name] === 'function');
  const exchange = exchangeOf(options);

  return ({ url, signal: given, init }, call, own = {}) => {
    const { end } = call;
    const { operation } = end;
    const timeout = own.timeout ?? options.timeout ?? TIMEOUT;
    const retry = own.retry ?? options.retry;
    const { limit = 2, delay = 300 } = retry === false ? { limit: 0 } : (retry ?? {});

    const attempt = async (signal?: AbortSignal): Promise<Partial<Reply>> => {
      try {
        const read = () => callAccount(operation, account, call.mask);
        const credentials = isCalled ? await withTimeLimit([signal], timeout, read) : account;
        const known = secrets.flatMap((name) => (credentials[name] as string) ?? []);
        call.mask = (text) => maskSecrets(text, known);
        end.attempts++;
        end.address = url;
        let address = url.includes('?') ? url : `${url}?`;
        for (const name in credentials) address += `&${name}=${encodeURIComponent(`${credentials[name]}`)}`;
        return shown(await exchange(address, { ...init, signal, timeout, send: own.fetch } as Init), call);
      } catch (thrown) {
        return {
          error:
            thrown === timedOut
              ? new VehicleLookupError('timeout', operation, `no answer within ${timeout} ms.`)
              : networkError(operation, thrown, call.mask),
        };
      }
    };
    const repeat = async (signal?: AbortSignal) => {
      for (let count = 1; ; count++) {
        const reply = await attempt(signal);
        signal?.throwIfAborted();
        const { error } = reply;
        const { retryAfter = Math.random() * Math.min((delay * 2 ** count) / 2000, LONGEST_WAIT) } = error ?? {};
        if (error && count <= limit && RETRYABLE.includes(error.code) && retryAfter <= LONGEST_WAIT) {
          call.emit({ type: 'retry', callId: end.callId, operation, delay: retryAfter * 1000, code: error.code });
          await sleep(retryAfter * 1000, signal);
        } else if (reply.status === undefined) throw error;
        else return reply as Reply;
      }
    };
    return withTimeLimit([options.signal, given], 0, repeat).catch((reason) => {
      throw reason instanceof VehicleLookupError ? reason : abortedError(operation, reason);
    });
  };
}

/** @param reason that of the signal */
export const abortedError = (operation: string, cause: unknown): VehicleLookupError =>
  new VehicleLookupError('aborted', operation, 'aborted.', { cause });

const receive = async (response: Response): Promise<Received> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
});

/** Sends through the layers of the client, with a time limit. */
function exchangeOf({ layers = [], fetch: own, timeout: limit = TIMEOUT }: FetchOptions): Exchange {
  if (!Array.isArray(layers) || layers.some((layer) => typeof layer !== 'function'))
    refuse('connect', 'layers', 'a list of functions', layers);
  const bottom: Exchange = (address, { timeout = limit, send = own ?? globalThis.fetch, signal, ...init }) =>
    withTimeLimit([signal], timeout, async (limited) =>
      // A redirect would send the key to another address. The contract has no redirects (assumption trailing-slash).
      receive(await send(address, { ...init, signal: limited ?? null, redirect: 'manual' })),
    );
  if (!layers.length) return bottom;
  const fetch = layers.reduceRight<Fetch>(
    (next, layer) => layer(next),
    async (address, init) => toResponse(await bottom(address, init)),
  );
  return async (address, init) => receive(await fetch(address, init));
}

/** What may be shown of a response. The headers are masked when they are read, because few callers do. */
function shown({ status, headers, text }: Received, { end, mask }: Call): Reply {
  end.status = status;
  end.requestId = headers.get('x-request-id') ?? undefined;
  let body = parse(text);
  if (!isSuccess(status, body)) {
    text = mask(text);
    body = parse(text);
  }
  const reply: Reply = {
    status,
    text,
    body,
    get headers() {
      return new Headers(JSON.parse(mask(JSON.stringify([...headers]))));
    },
  };
  reply.error = responseError(end.operation, reply);
  return reply;
}

/** The response for a caller that expects one of `fetch`. */
export const toResponse = ({ status, headers, text }: Received): Response =>
  isRedirect(status) ? Response.error() : new Response([204, 205].includes(status) ? null : text, { status, headers });
