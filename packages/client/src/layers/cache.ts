import { checkNames, type Layer } from '../call/options.ts';
import { parse } from '../call/response.ts';
import { isRejection } from '../call/response-error.ts';
import { bodyMembers } from '../contract/contract.gen.ts';
import { VehicleLookupError } from '../errors.ts';
import { describe, isObject } from '../json.ts';
import {
  type Charge,
  isCharged,
  keyOf,
  maskFor,
  responseOf,
  type StoredResponse,
  toStoredResponse,
} from './request.ts';

/** Keeps texts by key, such as a `Map`, or Redis behind two functions. Keys and values contain no credentials. */
export interface CacheStore {
  /** The text of a key; undefined or null if there is none. */
  get(key: string): string | undefined | null | Promise<string | undefined | null>;
  /** @param seconds after this time the entry is no longer used, and may be deleted */
  set(key: string, value: string, seconds: number): unknown;
}

export interface CacheOptions {
  /** How many seconds an entry is valid, such as `30 * 86_400`. */
  maxAge: number;
  /** Default: the last 1,000 entries, in memory. */
  store?: CacheStore;
  /** What the service charges, which is what is kept. Default: `'success'`. */
  charge?: Charge;
}

interface Entry extends StoredResponse {
  /** When it was kept, in milliseconds since 1970. */
  time: number;
}

/**
 * Creates a layer that keeps what was paid for. A response from the cache has the header `Age`, in seconds from 1. Clients of
 * different accounts may share a store: entries do not belong to an account.
 * @throws VehicleLookupError `invalid_argument` for a wrong `maxAge`; a call throws one if the store cannot be read, and
 * makes no request then
 */
export function createCache(options: CacheOptions): Layer {
  const { maxAge, store = inMemory(), charge = 'success' } = options;
  checkNames('cache', options, ['maxAge', 'store', 'charge']);
  if (typeof maxAge !== 'number' || !(maxAge > 0))
    throw invalid(`maxAge: expected a positive number of seconds, got ${describe(maxAge)}.`);
  for (const name of ['get', 'set'] as const)
    if (typeof store?.[name] !== 'function')
      throw invalid(`store: expected an object with get and set, but ${name} is not a function.`);

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
    return entry && isOfInterface(entry) && Date.now() - entry.time < maxAge * 1000 ? entry : undefined;
  };

  return (next) => async (address, init) => {
    const key = keyOf(address);
    const found = await find(key);
    if (found) {
      // Rounded up, because `Age: 0` may also come from a cache that had to ask the service.
      const age = Math.max(1, Math.ceil((Date.now() - found.time) / 1000));
      return responseOf({ ...found, headers: [...found.headers, ['age', `${age}`]] });
    }
    const response = await toStoredResponse(await next(address, init));
    // Not kept: what comes from something in between, which would be repeated for `maxAge`; a body that repeats the key.
    if (isCharged(response, charge) && isOfInterface(response) && maskFor(address)(response.text) === response.text) {
      const headers = response.headers.filter(([name]) => name === 'content-type');
      const entry: Entry = { ...response, headers, time: Date.now() };
      try {
        await store.set(key, JSON.stringify(entry), maxAge);
      } catch {} // The response was paid for: it is worth more than its entry.
    }
    return responseOf(response);
  };
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

const MOST = 1_000;

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
