import type { Document, Path, Schema } from './openapi.ts';
import { follow, resolveSchema } from './reference.ts';

/** One envelope of a body: a schema in the `anyOf` of the body schema, or the body schema itself. */
export interface BodyForm {
  /** The envelope's name. */
  title: string | undefined;
  /** The schema, with its `$ref`s followed. */
  schema: Schema;
  /** Location where the document lists the envelope. */
  at: Path;
}

/**
 * Returns the envelopes of a body, in document order.
 * @param node the schema of the body, as written
 * @param from location of the node
 */
export function bodyForms(document: Document, node: unknown, from: Path): BodyForm[] {
  const { node: written, at } = follow(document, node, from);
  const { schema } = resolveSchema(document, written);
  const form = (one: unknown, place: Path): BodyForm => {
    const { schema: own } = resolveSchema(document, one);
    return { title: typeof own.title === 'string' ? own.title : undefined, schema: own, at: place };
  };
  return Array.isArray(schema.anyOf)
    ? schema.anyOf.map((one, index) => form(one, [...at, 'anyOf', index]))
    : [form(schema, at)];
}
