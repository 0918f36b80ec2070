import { items, member } from '../openapi/node.ts';
import type { Document, Schema } from '../openapi/openapi.ts';
import { resolveSchema } from '../openapi/reference.ts';
import type { Json, OperationTable } from '../selectors/index.ts';

/**
 * Returns the constants of an error schema and the name of its only required string, from which error bodies are built.
 * @returns a message with the expected and the actual value if the schema is not supported
 */
export function errorSchema(document: Document, node: unknown): OperationTable['error'] | string {
  const { schema } = resolveSchema(document, node);
  const required = items(schema.required).map((one) => {
    const name = String(one);
    return [name, resolveSchema(document, member(schema.properties, name)).schema] as const;
  });
  const texts = required.filter(([, one]) => isFreeText(one)).map(([name]) => name);
  const others = required.filter(([, one]) => !isFreeText(one) && !('const' in one)).map(([name]) => name);
  const [text] = texts;
  const made = 'error bodies are built from this schema';
  if (others.length > 0) {
    return `expected only constants and one string without constraints in required, found ${others.join(', ')}; ${made}`;
  }
  if (text === undefined || texts.length > 1) {
    return `expected a schema with exactly one required string, found ${texts.join(', ') || 'none'}; ${made}`;
  }
  const fixed = required
    .filter(([, one]) => 'const' in one)
    .map(([name, one]): [string, Json] => [name, one.const as Json]);
  return { fixed: Object.fromEntries(fixed), text };
}

/** Returns whether a schema accepts every string. */
const isFreeText = (schema: Schema): boolean =>
  schema.type === 'string' && !['const', 'enum', 'pattern', 'format', 'maxLength'].some((keyword) => keyword in schema);
