import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Node = { $ref?: string; [key: string]: unknown };

// biome-ignore lint/suspicious/noExplicitAny: any part of a document
const document: any = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/operations.json')), 'utf8'),
);

function deref(node: Node): Node {
  if (!node.$ref) return node;
  const keys = node.$ref.slice(2).split('/');
  // biome-ignore lint/suspicious/noExplicitAny: any part of a document
  return deref(keys.reduce((at: any, key) => at[key.replaceAll('~1', '/')], document));
}

/** The data of an operation's first 200 example. */
export function dataOf(operation: string): unknown {
  const content = deref(document.paths[`/${operation}`].get.responses['200']).content as Record<
    string,
    { examples: Record<string, Node> }
  >;
  const [full] = Object.values(content['application/json']?.examples ?? {});
  return (deref(full as Node).value as { data: unknown }).data;
}

/** A right query for an operation, without credentials, from the examples of its parameters. */
export function queryOf(operation: string): string {
  const { parameters } = document.paths[`/${operation}`].get as { parameters: Node[] };
  const pairs = parameters.map(deref).map((parameter): [string, string] => {
    return [parameter.name as string, String(parameter.example ?? (parameter.schema as Node).const)];
  });
  return new URLSearchParams(pairs).toString();
}
