import type { VehicleLookup } from '../index.ts';
import { type Methods, operations } from '../operations/operations.gen.ts';
import {
  type AnyResult,
  type Failure,
  type OperationId,
  type ResultPromise,
  resultPromise,
  type Success,
} from '../operations/result.ts';
import type { ParsedData } from '../parse/parse.gen.ts';
import { names, type ReadableNames } from './readable.gen.ts';
import { RENAMED } from './renamed.ts';

export { labels, type ReadableNames } from './readable.gen.ts';
export { schemas } from './schemas.gen.ts';

/** Data whose fields have readable names, such as `unit` instead of `ADQuantityTextStr`. */
export type Readable<T> = T extends readonly (infer Item)[]
  ? Readable<Item>[]
  : T extends object
    ? { [K in keyof T as K extends keyof ReadableNames ? ReadableNames[K] : K]: Readable<T[K]> }
    : T;

/** The result of a successful call, with readable names in `data`. `raw` and `issues` contain the wire names. */
export type ReadableSuccess<K extends OperationId> = Omit<Success<K>, 'data'> & { data: Readable<ParsedData[K]> };

/** A client's methods, which return data with readable names. */
export type ReadableMethods = {
  [K in OperationId]: (...inputs: Parameters<Methods[K]>) => ResultPromise<ReadableSuccess<K>, Failure<K>>;
};

/** Renames the fields of parsed data, including stored data, to readable names. Other values do not change. */
export function readable<T>(data: T): Readable<T> {
  const own = (data as { [RENAMED]?: (rename: typeof readable) => unknown } | null | undefined)?.[RENAMED];
  if (own) return own(readable) as Readable<T>;
  if (Array.isArray(data)) return data.map(readable) as Readable<T>;
  if (typeof data !== 'object' || data === null) return data as Readable<T>;
  const members = Object.entries(data).map(([name, value]) => [
    Object.hasOwn(names, name) ? names[name as keyof ReadableNames] : name,
    readable(value),
  ]);
  return Object.fromEntries(members) as Readable<T>;
}

/** Creates methods that return data with readable names, using the client's options and middleware. */
export function withReadableNames(client: VehicleLookup): ReadableMethods {
  type Method = (...given: never[]) => ResultPromise<AnyResult, AnyResult>;
  const methods = Object.keys(operations).map((id) => {
    const method: Method = client[id as OperationId];
    return [
      id,
      (...given: never[]) =>
        resultPromise(
          method(...given)
            .safe()
            .then(renamed),
        ),
    ];
  });
  return Object.fromEntries(methods);
}

function renamed(result: AnyResult): AnyResult {
  if (!result.ok) return result;
  // Copies the descriptors, because `headers` may be a getter.
  const data = { value: readable(result.data), enumerable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(result), data }) as AnyResult;
}
