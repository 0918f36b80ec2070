import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, readOperations } from '@vehicle-lookup/document';

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
