import type { Document, Path, Schema } from './openapi.ts';
import { follow, resolveSchema } from './reference.ts';

/** One form of a body: a schema of its `anyOf`, or the schema itself. */
export interface BodyForm {
  /** The envelope's name. */
  title: string | undefined;
  /** With its `$ref`s followed. */
  schema: Schema;
  /** Where the form is listed. */
  at: Path;
}

/**
 * The forms of a body, in the document's order.
 * @param node the body's schema, as it is written
 * @param from where it stands
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
