import { type Document, type Json, type ResolvedSchema, resolveSchema, type Schema } from '@vehicle-lookup/document';

/** The schemas of `anyOf` or `oneOf`, also nested ones; otherwise the schema itself. */
export function alternatives(document: Document, node: unknown): ResolvedSchema[] {
  const { schema, component } = resolveSchema(document, node);
  const list = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (!list) return [{ schema, component }];
  const found = list.flatMap((one) => alternatives(document, one));
  return found.map((one) => ({ ...one, component: one.component ?? component }));
}

/** True for the schema `false`, which no value fulfils. */
export const isNothing = (schema: Schema): boolean => schema.not === true;

/** The members of an object schema: name, schema, and whether the member is required. */
export function properties(schema: Schema): [name: string, node: Json, required: boolean][] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Schema).map(([name, node]) => [
    name,
    node,
    required.includes(name),
  ]);
}
