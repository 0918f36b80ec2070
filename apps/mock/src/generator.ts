import { type Document, dereference, type Json, resolveSchema } from '@vehicle-lookup/document';

/** Data, not schemas: what stands in them is left alone. */
const DATA = ['example', 'examples', 'const', 'enum', 'default'];

/**
 * A copy of a document for Prism's generator of bodies. The generator uses `format` and ignores `pattern` where a schema
 * has both, although the pattern is narrower; and it fills an object that is open with members of random names. So every
 * object is closed, and the members of an `allOf`, which could not be closed each by itself, become one object. A header
 * without an example belongs to a case that the mock does not have, such as the `Retry-After` of a 401; it would invent a value.
 */
export const forGenerator = (document: Document): Document => copy(document as Json, document) as Document;

const withExample = (headers: Json, document: Document): Json =>
  Object.fromEntries(
    Object.entries(Object(headers)).filter(([, header]) =>
      Object.hasOwn(dereference(document, header as object), 'example'),
    ),
  ) as Json;

function copy(source: Json, document: Document): Json {
  if (Array.isArray(source)) return source.map((item) => copy(item, document));
  if (typeof source !== 'object' || source === null) return source;
  const node = Array.isArray(source.allOf) ? resolveSchema(document, source).schema : source;
  const entries = Object.entries(node)
    .filter(([key]) => !(key === 'format' && typeof node.pattern === 'string'))
    .map(([key, value]): [string, Json] => [key, key === 'headers' ? withExample(value, document) : value]);
  const copied = Object.fromEntries(
    entries.map(([key, value]) => [key, DATA.includes(key) ? value : copy(value, document)]),
  );
  const isObject = node.type === 'object' && typeof node.properties === 'object';
  return isObject ? { additionalProperties: false, ...copied } : copied;
}
