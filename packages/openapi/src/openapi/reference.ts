import { isRecord, isReference } from './node.ts';
import { type Document, DocumentError, type Json, type Path, type Reference, type Schema } from './openapi.ts';
import { at, child, keysOf } from './pointer.ts';

/** A node of a document and its location. */
export interface Located<Node = unknown> {
  node: Node;
  at: Path;
}

/**
 * Returns the target of a node's `$ref`s within a bundled document, with the location of the target.
 * @param from location of the node, which is returned if the node is not a reference
 * @throws DocumentError if a reference has no target or refers to itself
 */
export function follow<T>(document: Document, node: T | Reference, from: Path): Located<T> {
  let [current, place]: [unknown, Path] = [node, from];
  for (const seen = new Set<string>(); isReference(current); ) {
    const { $ref } = current;
    if (seen.has($ref)) throw new DocumentError(`${$ref} refers to itself`, from);
    seen.add($ref);
    [current, place] = [target(document, $ref), keysOf($ref)];
    if (current === undefined) throw new DocumentError(`${$ref} has no target in the document`, from);
  }
  return { node: current as T, at: place };
}

/** Returns the target that `follow` finds, without its location. */
export const dereference = <T>(document: Document, node: T | Reference): T => follow(document, node, []).node;

/** Returns the target of a reference within the document (`#/…`), or undefined. */
export const target = (document: unknown, ref: string): unknown => at(document, ref);

/** Returns the reference (`#/…`) to a location. */
export const referenceTo = (place: Path): string => place.reduce<string>(child, '#');

/** A schema and the component that contains it. */
export interface ResolvedSchema {
  schema: Schema;
  /** Name of the last component that a `$ref` refers to, if any. */
  component: string | undefined;
}

/**
 * Returns the schema at a node, with its `$ref`s followed and the schemas of `allOf` merged into one object. Sibling
 * keywords of a `$ref` take precedence over keywords of its target. The schema `false` becomes `{ not: true }`; a value
 * that is not a schema becomes the empty schema.
 * @throws DocumentError if a reference has no target or refers to itself
 */
export function resolveSchema(document: Document, node: unknown, component?: string): ResolvedSchema {
  if (!isReference(node)) {
    const schema = isRecord(node) ? (node as Schema) : node === false ? { not: true } : {};
    return { schema: joinMembers(document, schema), component };
  }
  const { $ref, ...beside } = node as Reference & Schema;
  follow(document, node, []);
  const behind = resolveSchema(document, target(document, $ref), String(keysOf($ref).at(-1)));
  return { ...behind, schema: { ...behind.schema, ...beside } };
}

/** Merges the schemas of an `allOf` into one schema with all their constraints, properties and required names. */
function joinMembers(document: Document, { allOf, ...own }: Schema): Schema {
  if (!Array.isArray(allOf)) return allOf === undefined ? own : { ...own, allOf };
  const members = allOf.map((one) => {
    const { title, description, ...constraints } = resolveSchema(document, one).schema;
    return constraints;
  });
  const all = [...members, own];
  const properties = Object.assign({}, ...all.map((one) => one.properties ?? {}));
  const required = [...new Set(all.flatMap((one) => (one.required as Json[] | undefined) ?? []))];
  return Object.assign({}, ...all, { properties, required });
}
