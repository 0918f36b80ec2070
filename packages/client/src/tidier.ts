import { failure, meta } from './contract.gen.ts';
import { isObject, type JsonObject } from './kind.ts';
import type { Issue, Reader } from './read.ts';
import type { Meta } from './selectors.gen.ts';

/** What is made of a body. */
export interface Tidied<T> extends Meta {
  data: T;
  /** What could not be read and is absent from `data`. */
  issues: Issue[];
}

/**
 * Makes a body tidy, in whatever envelope it is; a payload without its envelope is welcome, too.
 * @param operation named in an error
 * @throws VehicleLookupError `invalid_response` where the shape is not the document's
 */
export type Tidier<T> = (body: unknown, operation?: string) => Tidied<T>;

/**
 * Makes a function that reads a payload.
 * @param member the envelope's member that holds it; none where the body is the payload
 */
export function tidier<T>(read: Reader<T>, member = ''): Tidier<T> {
  // An envelope without its payload is none the less an envelope.
  const marks = member ? [member, ...Object.keys(failure)] : [];
  return (body, operation = 'tidy') => {
    const issues: Issue[] = [];
    const reading = { operation, issues };
    if (!isObject(body) || !marks.some((name) => Object.hasOwn(body, name)))
      return { data: read(body, '', reading) as T, issues };
    const tidied: JsonObject = { data: read(body[member], `/${member}`, reading), issues };
    for (const name in meta)
      if (body[name] && typeof body[name] === 'string') tidied[meta[name] as string] = body[name];
    return tidied as unknown as Tidied<T>;
  };
}
