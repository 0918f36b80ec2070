import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, dereference, type Json, readOperations } from '@vehicle-lookup/openapi';

/**
 * The document that the responses of the mock come from.
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

/** What a request can choose by `Prefer`: operationId → declared status → names of its examples. */
export function declaredExamples(document: Document): Map<string, Map<string, string[]>> {
  const operations = readOperations(document).map(({ id, responses }) => {
    const names = responses.map(({ status, media }): [string, string[]] => [
      status,
      media.flatMap(({ examples }) => examples.map(({ name }) => name)),
    ]);
    return [id, new Map(names)] as const;
  });
  return new Map(operations);
}

/**
 * A copy of a document for Prism. A header without an example belongs to a case that the mock does not have, such as the
 * `Retry-After` of a 401; Prism would invent a value.
 */
export const forPrism = (document: Document): Document => copy(document as Json, document) as Document;

const withExample = (headers: Json, document: Document): Json =>
  Object.fromEntries(
    Object.entries(Object(headers)).filter(([, header]) =>
      Object.hasOwn(dereference(document, header as object), 'example'),
    ),
  ) as Json;

function copy(node: Json, document: Document): Json {
  if (Array.isArray(node)) return node.map((item) => copy(item, document));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'headers' ? withExample(value, document) : copy(value, document),
    ]),
  );
}
