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

/** The document from which Prism sends examples. It has no schemas of them: Prism would read these first. */
export const forExamples = (document: Document): Document => forPrism(document, () => ({}));

/** The document from which Prism generates bodies: its schemas are those of the first examples. */
export const forGenerator = (document: Document): Document => forPrism(document, schemaLike);

/** One path per operation, and no components that Prism would read in addition to it. */
function forPrism(document: Document, schemaOf: (example: Json) => Schema): Document {
  const copy = structuredClone(document);
  for (const { responses } of readOperations(copy))
    for (const { node, examples } of responses.flatMap(({ media }) => media))
      if (examples[0]?.value !== undefined) node.schema = schemaOf(examples[0].value);
  const { paths, ...projection } = onePathPerOperation(copy);
  const { securitySchemes = {} } = copy.components ?? {};
  return { ...projection, paths: inlined(copy, paths), components: { securitySchemes } };
}
