import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Document,
  inlined,
  type Json,
  onePathPerOperation,
  readOperations,
  type Schema,
} from '@vehicle-lookup/openapi';
import { schemaLike } from './dynamic.ts';

/**
 * Returns the document that contains the mock's responses.
 * @throws if the document is missing or invalid; the message states the next step
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

/** Returns the examples that `Prefer` can choose: operationId → declared status → example names. */
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

/** Returns the document from which Prism sends examples. Its schemas are empty, because Prism would read them first. */
export const forExamples = (document: Document): Document => forPrism(document, () => ({}));

/** Returns the document from which Prism generates bodies. Its schemas are derived from the first examples. */
export const forGenerator = (document: Document): Document => forPrism(document, schemaLike);

/** Returns the document with one path per operation, without components that Prism would also read. */
function forPrism(document: Document, schemaOf: (example: Json) => Schema): Document {
  const copy = structuredClone(document);
  for (const { responses } of readOperations(copy))
    for (const { node, examples } of responses.flatMap(({ media }) => media))
      if (examples[0]?.value !== undefined) node.schema = schemaOf(examples[0].value);
  const { paths, ...projection } = onePathPerOperation(copy);
  const { securitySchemes = {} } = copy.components ?? {};
  return { ...projection, paths: inlined(copy, paths), components: { securitySchemes } };
}
