import { checkNames, type Layer, reject } from '../call/options.ts';
import { parse } from '../call/response.ts';
import { isRejection } from '../call/response-error.ts';
import type { LayerInit } from '../call/send.ts';
import { bodyMembers, identity } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { describe, isObject } from '../json.ts';
import { ordered } from './order.ts';
import {
  type Charge,
  isCharged,
  keyOf,
  maskFor,
  responseOf,
  type StoredResponse,
  toStoredResponse,
} from './request.ts';
import { isUnwanted, share, untilLate } from './share.ts';

/** A store of strings, such as a `Map`, or Redis with two functions. Keys and values contain no credentials. */
export interface CacheStore {
  /** Returns the value for a key; undefined or null if there is no value. */
  get(key: string): string | undefined | null | Promise<string | undefined | null>;
  /** Stores a value. @param seconds the time after which the entry is no longer used and may be deleted */
  set(key: string, value: string, seconds: number): unknown;
}

export interface CacheOptions {
  /** Seconds for which an entry is valid, such as `30 * 86_400`. With 0, only identical concurrent calls share a response. */
  maxAge: number;
  /** Seconds for which a 404 is kept. Default: `maxAge` if the service charges for a 404, otherwise 0. */
  notFound?: number;
  /** The store of the entries. Default: the last 10,000 entries, in memory. */
  store?: CacheStore;
  /** The responses that the service charges for and the cache keeps. Default: `'success'`. */
  charge?: Charge;
  /**
   * Seconds that a sent request may still take after all its calls have ended, because the service may have charged the request
   * and an identical call may use its response. 0 cancels the request. Default: 30.
   */
  finishWithin?: number;
  /** Keeps a worker running until a request has ended. Required in Cloudflare Workers: `waitUntil` from `cloudflare:workers`. */
  waitUntil?: (request: Promise<unknown>) => void;
}

interface Entry extends StoredResponse {
  /** The time of storage, in milliseconds since 1970. */
  time: number;
}

/**
 * Creates a layer that keeps paid responses and makes one request for identical concurrent calls from the same account. If a call is
 * aborted or times out, a request that was already sent continues, and its response is kept. A response from the cache has the header
 * `Age`, with a value of at least 1. Clients with different accounts may share a store, because entries do not depend on the account.
 * If an account's plan lacks an operation (403), the layer keeps the 403 in memory.
 * @throws VehicleLookupError `invalid_argument` for an invalid option. A call throws the same error, without making a request, if
 * the store cannot be read
 */
export function createCache(options: CacheOptions = {} as CacheOptions): Layer {
  const { maxAge, store = inMemory(), charge = 'success', finishWithin = 30, waitUntil } = options;
  const { notFound = charge === 'lookup' ? maxAge : 0 } = options;
  checkNames('cache', options, ['maxAge', 'notFound', 'store', 'charge', 'finishWithin', 'waitUntil']);
  for (const [name, seconds] of Object.entries({ maxAge, notFound, finishWithin }))
    if (typeof seconds !== 'number' || !(seconds >= 0)) reject('cache', name, 'a number of seconds from 0', seconds);
  // A worker ends when it has responded. A request that takes longer than its calls wait would be charged and lost.
  if (waitUntil ? typeof waitUntil !== 'function' : globalThis.navigator?.userAgent === 'Cloudflare-Workers')
    reject('cache', 'waitUntil', 'waitUntil of cloudflare:workers', waitUntil);
  for (const name of ['get', 'set'] as const)
    if (typeof store?.[name] !== 'function')
      throw invalid(`store: expected an object with get and set, but ${name} is not a function.`);
  const lacking = new Map<string, Entry>();
  const lifetimeOf = ({ status, text }: StoredResponse) =>
    status === 404 ? Number(isRejection(parse(text))) * notFound : Number(isCharged({ status, text }, charge)) * maxAge;

  const find = async (key: string): Promise<Entry | undefined> => {
    let text: unknown;
    try {
      text = await store.get(key);
    } catch (cause) {
      throw invalid('store: get failed, and no request was made.', cause);
    }
    if (text === undefined || text === null) return undefined;
    if (typeof text !== 'string')
      throw invalid(`store: expected get to return a string or undefined, got ${describe(text)}.`);
    const entry = readEntry(text);
    return entry && isOfInterface(entry) && Date.now() - entry.time < lifetimeOf(entry) * 1000 ? entry : undefined;
  };

  const keeping: Layer = (next) => async (address, init: LayerInit) => {
    const [key, plan] = [keyOf(address), planOf(address)];
    const found = lacking.get(plan) ?? (await untilLate(init, () => find(key)));
    if (found) {
      // Rounded up, because `Age: 0` may also come from a cache that forwarded the request to the service.
      const age = Math.max(1, Math.ceil((Date.now() - found.time) / 1000));
      return responseOf({ ...found, headers: [...found.headers, ['age', `${age}`]] });
    }
    if (isUnwanted(init.signal)) throw init.signal?.reason;
    const response = await toStoredResponse(await next(address, init));
    const entry: Entry = { ...response, headers: response.headers.filter(isKept), time: Date.now() };
    const text = maskFor(address)(response.text);
    if (maxAge && response.status === 403 && isRejection(parse(text))) lacking.set(plan, { ...entry, text });
    const seconds = lifetimeOf(response);
    // Responses from intermediaries and bodies that contain the key are not kept.
    if (seconds > 0 && isOfInterface(response) && text === response.text) {
      try {
        await store.set(key, JSON.stringify(entry), seconds);
      } catch {
        // Return the response even if it cannot be stored, because it was charged.
        Object.assign(init.attempt?.record?.known ?? {}, { notKept: true });
      }
    }
    return responseOf(response);
  };
  const sharing = share(finishWithin, waitUntil);
  return ordered('cache', (next) => sharing(keeping(next)), charge);
}

const isKept = ([name]: [name: string, value: string]): boolean => name === 'content-type';

/** Returns the account and the query parameter names, which determine whether a plan includes an operation. */
function planOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const account = identity.map((name) => searchParams.getAll(name));
  return JSON.stringify([origin + pathname, account, [...searchParams.keys()].sort()]);
}

/** Reports whether a body comes from the API: a failure, a list, an envelope, or a record without an envelope. */
function isOfInterface({ text }: StoredResponse): boolean {
  const body = parse(text);
  return isRejection(body) || Array.isArray(body) || (isObject(body) && bodyMembers.some((name) => name in body));
}

/** Returns an entry; undefined for a string that is not an entry of this cache. */
function readEntry(text: string): Entry | undefined {
  try {
    const entry: Entry = JSON.parse(text);
    return typeof entry.time === 'number' && typeof entry.text === 'string' && Array.isArray(entry.headers)
      ? entry
      : undefined;
  } catch {
    return undefined;
  }
}

const MOST = 10_000;

function inMemory(): CacheStore {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    },
  };
}

const invalid = (what: string, cause?: unknown): VehicleLookupError =>
  new VehicleLookupError('invalid_argument', 'cache', what, { cause });
