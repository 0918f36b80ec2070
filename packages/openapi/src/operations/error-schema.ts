import { items, member } from '../openapi/node.ts';
import type { Document, Schema } from '../openapi/openapi.ts';
import { resolveSchema } from '../openapi/reference.ts';
import type { Json, OperationTable } from '../selectors/index.ts';

/**
 * How a body of an error schema is made: its constants, and the one required text.
 * @returns what was expected and found, for a person, where no body can be made of the schema
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
  const made = 'error bodies are made from it';
  if (others.length > 0) {
    return `expected only constants and one free text in required, found ${others.join(', ')}; ${made}`;
  }
  if (text === undefined || texts.length > 1) {
    return `expected a schema with exactly one required text, found ${texts.join(', ') || 'none'}; ${made}`;
  }
  const fixed = required
    .filter(([, one]) => 'const' in one)
    .map(([name, one]): [string, Json] => [name, one.const as Json]);
  return { fixed: Object.fromEntries(fixed), text };
}

/** Any text is valid. */
const isFreeText = (schema: Schema): boolean =>
  schema.type === 'string' && !['const', 'enum', 'pattern', 'format', 'maxLength'].some((keyword) => keyword in schema);
