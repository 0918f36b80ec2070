import { maskSecrets } from '@vehicle-lookup/secrets';
import { secrets } from '../contract/contract.gen.ts';
import { type ErrorCode, VehicleLookupError } from '../errors.ts';
import { type Account, callAccount, NAMES, readAccount } from './address.ts';
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

/** What the init of a layer has besides the standard members. A layer may leave it out: then it is that of the client. */
type LayerInit = RequestInit & { timeout?: number | undefined; send?: Fetch | undefined };

type Received = Pick<Reply, 'status' | 'headers' | 'text'>;

/** Sends a request with credentials once. */
type Exchange = (
  address: string,
  init: RequestInit | undefined,
  signal: AbortSignal | null | undefined,
  timeout: number | undefined,
  send: Fetch | undefined,
) => Promise<Received>;

/** Milliseconds for an attempt. */
const TIMEOUT = 30_000;

const RETRYABLE: ErrorCode[] = ['network', 'server', 'rate_limited'];

/** @throws VehicleLookupError `invalid_argument` when an option is missing or malformed */
export function createSend(options: FetchOptions): Send {
  const account = readAccount(options);
  const isCalled = NAMES.some((name) => typeof account[name] === 'function');
  const fixed = isCalled ? undefined : signatureOf(account);
  const exchange = exchangeOf(options);

  return ({ url, signal: given, init }, call, own = {}) => {
    const { end } = call;
    const { operation } = end;
    const timeout = own.timeout ?? options.timeout ?? TIMEOUT;
    const retry = own.retry ?? options.retry;
    const { limit = 2, delay = 300 } = retry === false ? { limit: 0 } : (retry ?? {});

    const repeat = async (signal?: AbortSignal): Promise<Reply> => {
      for (let count = 1; ; count++) {
        let reply: Partial<Reply>;
        try {
          const read = () => callAccount(operation, account, call.mask);
          const { known, suffix } = fixed ?? signatureOf(await withTimeLimit([signal], timeout, read));
          call.mask = (text) => maskSecrets(text, known);
          end.attempts++;
          end.address = url;
          const address = (url.includes('?') ? url : `${url}?`) + suffix;
          reply = shown(await exchange(address, init, signal, timeout, own.fetch), call);
        } catch (thrown) {
          const isLate = thrown === timedOut;
          const late = () => new VehicleLookupError('timeout', operation, `no answer within ${timeout} ms.`);
          reply = { error: isLate ? late() : networkError(operation, thrown, call.mask) };
        }
        signal?.throwIfAborted();
        const { error } = reply;
        if (!error) return reply as Reply;
        const { code, retryAfter = Math.random() * Math.min((delay * 2 ** count) / 2000, LONGEST_WAIT) } = error;
        if (count > limit || !RETRYABLE.includes(code) || retryAfter > LONGEST_WAIT) {
          if (reply.status === undefined) throw error;
          return reply as Reply;
        }
        call.emit({ type: 'retry', callId: end.callId, operation, delay: retryAfter * 1000, code });
        await sleep(retryAfter * 1000, signal);
      }
    };
    const signals = [options.signal, given].filter((signal) => !!signal);
    if (!signals.length) return repeat();
    return withTimeLimit(signals, 0, repeat).catch((reason) => {
      throw reason instanceof VehicleLookupError ? reason : abortedError(operation, reason);
    });
  };
}

/** What an attempt adds to the address, and the secrets in it. */
const signatureOf = (credentials: Account) => ({
  suffix: Object.entries(credentials)
    .map(([name, value]) => `&${name}=${encodeURIComponent(`${value}`)}`)
    .join(''),
  known: secrets.flatMap((name) => (credentials[name] as string) ?? []),
});

/** @param reason that of the signal */
export const abortedError = (operation: string, cause: unknown): VehicleLookupError =>
  new VehicleLookupError('aborted', operation, 'aborted.', { cause });

const receive = async (fetch: Fetch, address: string, init: RequestInit): Promise<Received> => {
  const response = await fetch(address, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Sends through the layers of the client, with a time limit. */
function exchangeOf({ layers = [], fetch: own, timeout: limit = TIMEOUT }: FetchOptions): Exchange {
  if (!Array.isArray(layers) || layers.some((layer) => typeof layer !== 'function'))
    refuse('connect', 'layers', 'a list of functions', layers);
  const bottom: Exchange = (address, init, signal, timeout = limit, send = own ?? globalThis.fetch) =>
    withTimeLimit([signal], timeout, (limited) =>
      // A redirect would send the key to another address. The contract has no redirects (assumption trailing-slash).
      receive(send, address, { ...init, signal: limited ?? null, redirect: 'manual' }),
    );
  if (!layers.length) return bottom;
  const fetch = layers.reduceRight<Fetch>(
    (next, layer) => layer(next),
    async (address, { signal, timeout, send, ...init }: LayerInit) =>
      toResponse(await bottom(address, init, signal, timeout, send)),
  );
  return (address, init, signal, timeout, send) =>
    receive(fetch, address, { ...init, signal: signal ?? null, timeout, send } as LayerInit);
}

/** What may be shown of a response. The headers are masked when they are read, because few callers do. */
function shown({ status, headers, text }: Received, { end, mask }: Call): Reply {
  end.status = status;
  end.requestId = headers.get('x-request-id') ?? undefined;
  const reply: Reply = {
    status,
    text,
    body: parse(text),
    get headers() {
      return new Headers(JSON.parse(mask(JSON.stringify([...headers]))));
    },
  };
  if (isSuccess(status, reply.body)) return reply;
  reply.text = mask(text);
  reply.body = parse(reply.text);
  reply.error = responseError(end.operation, reply);
  return reply;
}

/** The response for a caller that expects one of `fetch`. */
export const toResponse = ({ status, headers, text }: Received): Response =>
  isRedirect(status) ? Response.error() : new Response([204, 205].includes(status) ? null : text, { status, headers });
