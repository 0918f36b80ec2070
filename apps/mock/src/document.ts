import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, dereference, type Json, readOperations, resolveSchema } from '@vehicle-lookup/document';

/** operationId → declared status → names of its examples. */
export type DeclaredExamples = Map<string, Map<string, string[]>>;

/**
 * The document that the replies of the mock come from.
 * @throws when it is missing or broken; the message says what to do
 */
export function readDocument(): Document {
  try {
    return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/openapi.json')), 'utf8'));
  } catch {
    throw new Error(
      'openapi.json of @vehicle-lookup/spec cannot be read; run `pnpm build`, or install the package again',
    );
  }
}

/** What a request can choose by `Prefer`. */
export function declaredExamples(document: Document): DeclaredExamples {
  const operations = readOperations(document).map(({ id, responses }) => {
    const names = responses.map(({ status, media }): [string, string[]] => [
      status,
      media.flatMap(({ examples }) => examples.map(({ name }) => name)),
    ]);
    return [id, new Map(names)] as const;
  });
  return new Map(operations);
}

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
