import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Node = { $ref?: string; [key: string]: unknown };
export interface Example {
  operation: string;
  status: string;
  name: string;
  value: unknown;
}

const path = createRequire(fileURLToPath(import.meta.url)).resolve('@vehicle-lookup/spec/operations.json');
// biome-ignore lint/suspicious/noExplicitAny: any part of a document
const document: any = JSON.parse(readFileSync(path, 'utf8'));

function deref(node: Node): Node {
  if (!node.$ref) return node;
  const keys = node.$ref.slice(2).split('/');
  // biome-ignore lint/suspicious/noExplicitAny: any part of a document
  return deref(keys.reduce((at: any, key) => at[key.replaceAll('~1', '/')], document));
}

/** Every named example of every operation's every status, read from the document without the mock's help. */
export const examples: Example[] = Object.values<{ get: { operationId: string; responses: Record<string, Node> } }>(
  document.paths,
).flatMap(({ get: { operationId: operation, responses } }) =>
  Object.entries(responses).flatMap(([status, response]) => {
    const content = deref(response).content as Record<string, { examples: Record<string, Node> }>;
    const named = Object.entries(content['application/json']?.examples ?? {});
    return named.map(([name, example]) => ({ operation, status, name, value: deref(example).value }));
  }),
);

/** A right query for an operation, without credentials, from the examples of its parameters. */
export function queryOf(operation: string): string {
  const { parameters } = document.paths[`/${operation}`].get as { parameters: Node[] };
  const pairs = parameters.map(deref).map((parameter): [string, string] => {
    const schema = deref((parameter.schema ?? {}) as Node);
    const named = Object.values((parameter.examples ?? {}) as Record<string, Node>).map(
      (example) => deref(example).value,
    );
    const value =
      parameter.example ?? named[0] ?? schema.const ?? schema.example ?? (schema.examples as unknown[])?.[0];
    return [parameter.name as string, String(value)];
  });
  return new URLSearchParams(pairs).toString();
}
