import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A documented body: which operation and status it belongs to, and the name of the example. */
export interface Example {
  operation: string;
  status: string;
  name: string;
  value: unknown;
}
export interface Document {
  components: { pathItems: Record<string, Node>; schemas: Record<string, object> };
}
type Node = { $ref?: string; [key: string]: unknown };

export const document: Document = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json'), 'utf8'),
);

export function deref(node: Node): Node {
  if (!node.$ref) return node;
  const keys = node.$ref.slice(2).split('/');
  // biome-ignore lint/suspicious/noExplicitAny: any part of a document
  return deref(keys.reduce((at: any, key) => at[key.replaceAll('~1', '/')], document));
}

/** The media type object of every operation's every status. */
export function* bodies(): Generator<{ operation: string; status: string; media: Node }> {
  for (const [operation, item] of Object.entries(document.components.pathItems)) {
    const { get } = deref(item) as { get: { responses: Record<string, Node> } };
    for (const [status, response] of Object.entries(get.responses)) {
      const { content } = deref(response) as { content: Record<string, Node> };
      yield { operation, status, media: content['application/json'] ?? {} };
    }
  }
}

export const examples: Example[] = [...bodies()].flatMap(({ operation, status, media }) =>
  Object.entries((media.examples ?? {}) as Record<string, Node>).map(([name, example]) => ({
    operation,
    status,
    name,
    value: deref(example).value,
  })),
);
