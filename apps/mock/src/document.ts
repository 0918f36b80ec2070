import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Response {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}
interface Projection {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
  components: { responses?: Record<string, Response> };
}

/** operationId → declared status → names of its examples. */
export type DeclaredExamples = Map<string, Map<string, string[]>>;

/**
 * The document's projection with one path per operation, which Prism understands.
 * @throws when it is missing or broken; the message says what to do
 */
export function readProjection(): object {
  try {
    return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/operations.json')), 'utf8'));
  } catch {
    throw new Error(
      'operations.json of @vehicle-lookup/spec cannot be read; run `pnpm build`, or install the package again',
    );
  }
}

/** What can be asked for by `Prefer`. */
export function declaredExamples(document: object): DeclaredExamples {
  const { paths, components } = document as Projection;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const examples = ({ $ref, content }: Response): string[] =>
    $ref ? examples(components.responses?.[$ref.split('/').at(-1) ?? ''] ?? {}) : namesIn(content);
  return new Map(
    operations.map(({ operationId, responses }) => [
      operationId,
      new Map(Object.entries(responses).map(([status, response]) => [status, examples(response)])),
    ]),
  );
}

const namesIn = (content: Response['content'] = {}): string[] =>
  Object.values(content).flatMap(({ examples }) => Object.keys(examples ?? {}));
