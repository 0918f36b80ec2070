import {
  type Document,
  isRecord,
  isReference,
  type Json,
  type Schema,
  target,
} from '@vehicle-lookup/selectors/document';
import { comment } from './text.ts';

/** A schema with what leads to it. */
export interface Resolved {
  schema: Schema;
  /** The last component's name on the way, if there was a `$ref`. */
  name: string | undefined;
}

/** Follows references; annotations beside a `$ref` win over those behind it. `false` is the schema that admits nothing. */
export function resolve(document: Document, node: unknown, name?: string): Resolved {
  if (!isReference(node)) return { schema: isRecord(node) ? (node as Schema) : { not: node === false }, name };
  const { $ref, ...beside } = node as { $ref: string };
  const { schema, name: own } = resolve(document, target(document, $ref), $ref.split('/').at(-1));
  return { schema: { ...schema, ...beside }, name: own };
}

/** The schemas of which a value may fulfil any; a schema without alternatives is its only one. */
export function alternatives(document: Document, node: unknown): Resolved[] {
  const { schema, name } = resolve(document, node);
  const list = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  return list
    ? list.flatMap((one) => alternatives(document, one).map((found) => ({ ...found, name: found.name ?? name })))
    : [{ schema, name }];
}

export const isNothing = (schema: Schema): boolean => schema.not === true;

/** The members of an object schema: name, schema, and whether it must be there. */
export function properties(schema: Schema): [name: string, node: Json, required: boolean][] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Schema).map(([name, node]) => [
    name,
    node,
    required.includes(name),
  ]);
}

/** The schema of a JSON body, or undefined. */
export function bodySchema(document: Document, response: unknown): Json | undefined {
  const { content } = resolve(document, response).schema as { content?: Record<string, { schema?: Json }> };
  return content?.['application/json']?.schema;
}

/** A doc comment with its line end; nothing where there is no text. */
export const docComment = (text: unknown, indent = ''): string =>
  typeof text === 'string' && text ? `${indent}/** ${comment(text)} */\n` : '';
