import { type Document, dereference, type Schema } from '@vehicle-lookup/document';

type Node = Schema | { $ref: string } | undefined;

/**
 * The fields of one form of a body that are missing in another form, as paths. A field with the schema `false` is forbidden
 * and does not count.
 * @param narrow the form whose fields are checked
 * @param wide the form that should have them
 */
export function fieldsBeyond(document: Document, narrow: Node, wide: Node, at = ''): string[] {
  const [here, there] = [fieldsOf(document, narrow), fieldsOf(document, wide)];
  return Object.entries(here).flatMap(([name, schema]) => {
    const path = `${at}/${name}`;
    const counterpart = there[name];
    return counterpart === undefined ? [path] : fieldsBeyond(document, schema, counterpart, path);
  });
}

/** The fields of a schema, of its alternatives and of its items. */
function fieldsOf(document: Document, node: Node): Record<string, Node> {
  if (node === undefined) return {};
  const schema = dereference(document, node) as Record<string, unknown>;
  const inner = [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat().filter((part) => part !== undefined);
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node | false>).filter(
    ([, value]) => value !== false,
  );
  return Object.assign(Object.fromEntries(own), ...inner.map((part) => fieldsOf(document, part as Node)));
}
