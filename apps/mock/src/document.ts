import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, onePathPerOperation, readOperations } from '@vehicle-lookup/openapi';
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

/**
 * The document for Prism: one path per operation. Prism generates bodies from schemas; here they are the schemas of the
 * first examples.
 */
export function forPrism(document: Document): Document {
  const copy = structuredClone(document);
  for (const { responses } of readOperations(copy))
    for (const { node, examples } of responses.flatMap(({ media }) => media))
      if (examples[0]?.value !== undefined) node.schema = schemaLike(examples[0].value);
  return onePathPerOperation(copy);
}
