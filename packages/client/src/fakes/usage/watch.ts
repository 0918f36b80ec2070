import { failure, failureText, meta } from '../../contract/contract.gen.ts';
import type { ErrorCode, VehicleLookupError } from '../../errors.ts';
import { isObject } from '../../json.ts';
import type { AnyResult } from '../../operations/result.ts';
import { names } from '../../readable/readable.gen.ts';
import { RENAMED } from '../../readable/renamed.ts';
import { headerNames, needed, payloadPlaces, places, units } from './places.gen.ts';
import type { FailureUsage } from './usage.ts';

/** Receives the locations that a program reads in the results of one operation. */
export interface UsageListener {
  /** Receives a location in a success. */
  read(place: string): void;
  /** Receives a failure and a location that is read in the failure. */
  failure(failure: FailureUsage): void;
}

/** A function that receives each location that is read. It ignores undeclared locations, because they may contain values. */
type NotePlace = (place: string) => void;

const wireNames = new Map(Object.entries(names).map(([wire, own]) => [own as string, wire]));

/** Locations that determine an error code in addition to the status. A body without the failure field comes from a different server. */
const DECISIVE: Partial<Record<ErrorCode, string[]>> = {
  not_found: Object.keys(failure),
  rejected: Object.keys(failure),
  quota_exhausted: ['header:retry-after'],
};

/** Returns the same result as an object that reports reads to the listener. */
export function watchResult<R extends AnyResult>(result: R, operation: string, listener: UsageListener): R {
  const declared = new Set(places[operation]);
  const note = (place: string): void => {
    if (declared.has(place)) listener.read(place);
    if (place.endsWith('.*')) for (const one of declared) if (isMember(one, place.slice(0, -1))) listener.read(one);
    const unit = units[operation]?.[place.replace(/\.(?:unit|min|max)$/, '')];
    // The unit determines whether a value is a quantity.
    if (unit !== undefined && /\.(?:unit|min|max)$/.test(place)) listener.read(unit);
  };
  const payload = payloadPlaces[operation] ?? '';
  const known = new WeakMap<object, object>();
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(result);
  /** Replaces a field with a getter, if the result has the field. */
  const get = (name: string, read: (value: unknown) => unknown): void => {
    if (!Object.hasOwn(result, name)) return;
    const found = () => (result as unknown as Record<string, unknown>)[name];
    descriptors[name] = { get: () => read(found()), enumerable: true, configurable: true };
  };
  if (result.ok) {
    // Changes to fields that the client requires break the program, even if the program does not read these fields.
    for (const place of needed[operation] ?? []) note(place);
    get('data', (data) => {
      note(payload);
      return watch(data, payload, note, known);
    });
    get('raw', (raw) => watch(raw, isObject(raw) && Object.hasOwn(raw, payload) ? '' : payload, note, known));
    get('headers', (headers) => watchHeaders(headers as Headers, (name) => listener.read(name)));
    for (const [wire, own] of Object.entries(meta)) {
      get(own, (text) => {
        note(wire);
        return text;
      });
    }
  } else {
    const { code, status = result.status } = result.error;
    const own = { ...(status === undefined ? {} : { status }), code };
    const read = (place?: string) =>
      listener.failure({ ...own, reads: [...(DECISIVE[code] ?? []), ...(place === undefined ? [] : [place])] });
    watchError(result.error, read);
    get('status', (value) => {
      read();
      return value;
    });
    get('body', (body) => {
      const ofFailure = [failureText, ...Object.keys(failure)];
      return watch(body, '', (place) => read(ofFailure.includes(place) ? place : undefined), known);
    });
  }
  return Object.defineProperties({}, descriptors) as R;
}

/** Reports whether a location is a field of another location. @param start the other location, and a dot */
const isMember = (place: string, start: string): boolean =>
  place.startsWith(start) && !/[.[]/.test(place.slice(start.length));

/** Makes an error report reads of its `code`, `status` and `retryAfter`. The error remains the same object. */
function watchError(error: VehicleLookupError, read: (place?: string) => void): void {
  const places: Record<string, string | undefined> = {
    code: undefined,
    status: undefined,
    retryAfter: 'header:retry-after',
  };
  for (const [name, place] of Object.entries(places)) {
    const descriptor = Object.getOwnPropertyDescriptor(error, name);
    if (!descriptor || descriptor.get) continue;
    const get = () => {
      read(place);
      return descriptor.value;
    };
    Object.defineProperty(error, name, { get, enumerable: true, configurable: true });
  }
}

const watchHeaders = (headers: Headers, read: NotePlace): Headers =>
  new Proxy(headers, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const name = `${given[0]}`.toLowerCase();
        if (headerNames.includes(name)) read(`header:${name}`);
        return value.apply(target, given);
      };
    },
  });

/** Returns the same data as a proxy that reports reads. Each object has only one proxy, so that the proxy remains equal to itself. */
function watch(
  value: unknown,
  place: string,
  note: NotePlace,
  known: WeakMap<object, object>,
  isReadable = false,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const made: unknown = known.get(value);
  if (made !== undefined) return made;
  const member = (name: string) => (place === '' ? name : `${place}.${name}`);
  const inside = (key: string): string => {
    if (Array.isArray(value)) return /^\d+$/.test(key) ? `${place}[]` : '';
    return member((isReadable && wireNames.get(key)) || key);
  };
  const noteKey = (key: string): void => {
    note(inside(key));
    // In readable data, the unit of a quantity and the separate unit field have the same name.
    if (isReadable && wireNames.has(key)) note(member(key));
  };
  const proxy = new Proxy(value, {
    get(target, key) {
      if (key === RENAMED)
        return (rename: (data: unknown) => unknown) => watch(rename(target), place, note, known, true);
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || typeof inner === 'function') return inner;
      noteKey(key);
      return watch(inner, inside(key), note, known, isReadable);
    },
    has(target, key) {
      if (typeof key === 'string') noteKey(key);
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      // Listing fields reads all of them, including fields without a value.
      if (!Array.isArray(target)) note(member('*'));
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, key) {
      if (typeof key === 'string') noteKey(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
  known.set(value, proxy);
  // A value that a program writes back, as `sort` does, is already watched.
  known.set(proxy, proxy);
  return proxy;
}
