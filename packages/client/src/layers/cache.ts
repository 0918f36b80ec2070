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

/** Keeps texts by key, such as a `Map`, or Redis behind two functions. Keys and values contain no credentials. */
export interface CacheStore {
  /** The text of a key; undefined or null if there is none. */
  get(key: string): string | undefined | null | Promise<string | undefined | null>;
  /** @param seconds after this time the entry is no longer used, and may be deleted */
  set(key: string, value: string, seconds: number): unknown;
}

export interface CacheOptions {
  /** Seconds for which an entry is valid, such as `30 * 86_400`. 0 does not keep responses: equal concurrent calls are one request. */
  maxAge: number;
  /** Seconds for which a 404 is kept. Default: 0, or `maxAge` if such a lookup is charged. */
  notFound?: number;
  /** Default: the last 10,000 entries, in memory. */
  store?: CacheStore;
  /** The responses that the service charges, and that are kept. Default: `'success'`. */
  charge?: Charge;
  /**
   * How many seconds a request that was sent may still take after each call that waits for it has ended: the service may have
   * charged it, and an equal call gets its response. 0 cancels it. Default: 30.
   */
  finishWithin?: number;
  /** Keeps a worker running until a request has ended. Cloudflare Workers require it: `waitUntil` of `cloudflare:workers`. */
  waitUntil?: (request: Promise<unknown>) => void;
}

interface Entry extends StoredResponse {
  /** When it was kept, in milliseconds since 1970. */
  time: number;
}

/**
 * Creates a layer that keeps paid responses, and makes one request for equal concurrent calls of an account. A call that
 * is aborted or takes too long does not end a request that was sent: its response is kept. A response from the cache has the
 * header `Age`, in seconds from 1. Clients of different accounts may share a store: entries do not belong to an account. That the
 * plan of an account lacks an operation (403) is remembered in memory, as long as the layer exists.
 * @throws VehicleLookupError `invalid_argument` for an invalid option. A call throws the same error if the store cannot be
 * read, and does not make a request
 */
export function createCache(options: CacheOptions = {} as CacheOptions): Layer {
  const { maxAge, store = inMemory(), charge = 'success', finishWithin = 30, waitUntil } = options;
  const { notFound = charge === 'lookup' ? maxAge : 0 } = options;
  checkNames('cache', options, ['maxAge', 'notFound', 'store', 'charge', 'finishWithin', 'waitUntil']);
  for (const [name, seconds] of Object.entries({ maxAge, notFound, finishWithin }))
    if (typeof seconds !== 'number' || !(seconds >= 0)) reject('cache', name, 'a number of seconds from 0', seconds);
  // A worker ends with its response. A request that takes longer than its calls wait would be paid and lost.
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
      throw invalid(`store: expected get to return a text or undefined, got ${describe(text)}.`);
    const entry = readEntry(text);
    return entry && isOfInterface(entry) && Date.now() - entry.time < lifetimeOf(entry) * 1000 ? entry : undefined;
  };

  const keeping: Layer = (next) => async (address, init: LayerInit) => {
    const [key, plan] = [keyOf(address), planOf(address)];
    const found = lacking.get(plan) ?? (await untilLate(init, () => find(key)));
    if (found) {
      // Rounded up, because `Age: 0` may also come from a cache that had to ask the service.
      const age = Math.max(1, Math.ceil((Date.now() - found.time) / 1000));
      return responseOf({ ...found, headers: [...found.headers, ['age', `${age}`]] });
    }
    if (isUnwanted(init.signal)) throw init.signal?.reason;
    const response = await toStoredResponse(await next(address, init));
    const entry: Entry = { ...response, headers: response.headers.filter(isKept), time: Date.now() };
    const text = maskFor(address)(response.text);
    if (maxAge && response.status === 403 && isRejection(parse(text))) lacking.set(plan, { ...entry, text });
    const seconds = lifetimeOf(response);
    // Not kept: responses of intermediaries, which would be repeated; a body that repeats the key.
    if (seconds > 0 && isOfInterface(response) && text === response.text) {
      try {
        await store.set(key, JSON.stringify(entry), seconds);
      } catch {
        // The response was paid for: it is worth more than its entry.
        Object.assign(init.attempt?.record?.known ?? {}, { notKept: true });
      }
    }
    return responseOf(response);
  };
  const sharing = share(finishWithin, waitUntil);
  return ordered('cache', (next) => sharing(keeping(next)), charge);
}

const isKept = ([name]: [name: string, value: string]): boolean => name === 'content-type';

/** What decides whether a plan has an operation: the account, and the names in the query. */
function planOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  const account = identity.map((name) => searchParams.getAll(name));
  return JSON.stringify([origin + pathname, account, [...searchParams.keys()].sort()]);
}

/** Whether a body is one of the interface: a failure, a list, an envelope, or a record without one. */
function isOfInterface({ text }: StoredResponse): boolean {
  const body = parse(text);
  return isRejection(body) || Array.isArray(body) || (isObject(body) && bodyMembers.some((name) => name in body));
}

/** Undefined for a text that is not an entry of this cache. */
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
