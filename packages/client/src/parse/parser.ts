import { failure, type Meta, meta } from '../contract/contract.gen.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Issue, Reader } from './read.ts';

/** A body after parsing. */
export interface Parsed<T> extends Meta {
  data: T;
  /** The values that could not be parsed and are absent from `data`. */
  issues: Issue[];
}

/**
 * Parses a body in any of its envelopes, or a payload without an envelope.
 * @param operation named in errors
 * @throws VehicleLookupError `invalid_response` if the body does not have the type that the document declares
 */
export type Parser<T> = (body: unknown, operation?: string) => Parsed<T>;

/**
 * Creates a function that parses a body.
 * @param read reads the payload
 * @param member the envelope's field that contains the payload; empty if the body is the payload
 */
export function parser<T>(read: Reader<T>, member = ''): Parser<T> {
  // The fields of a failure also identify an envelope without its payload.
  const marks = member ? [member, ...Object.keys(failure)] : [];
  return (body, operation = 'parse') => {
    const issues: Issue[] = [];
    const context = { operation, issues };
    if (!isObject(body) || !marks.some((name) => Object.hasOwn(body, name)))
      return { data: read(body, '', context) as T, issues };
    return { data: read(body[member], `/${member}`, context) as T, issues, ...metaOf(body) };
  };
}

/** Returns the string fields of an envelope, under their names in the client. */
function metaOf(body: JsonObject): Meta {
  const texts: Record<string, string> = {};
  for (const [name, own] of Object.entries(meta)) {
    const text = body[name];
    if (text && typeof text === 'string') texts[own] = text;
  }
  return texts;
}
