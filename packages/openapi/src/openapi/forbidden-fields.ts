import { isRecord, items } from './node.ts';
import type { Document } from './openapi.ts';
import { walk } from './walk.ts';

/**
 * Returns the document with `properties: { name: false }` wherever a schema excludes fields with `not: { anyOf: [{ required:
 * [name] }] }`. The source avoids the schema `false`, because some tools reject it. With this schema, validators report the
 * forbidden field and types declare it as `name?: never`. The `x-assumes` entries of the `not` move to the fields.
 * @param source a bundled document, which is not changed
 */
export function withForbiddenFields<T extends Document>(source: T): T {
  const document = structuredClone(source);
  for (const { node, named } of walk(document)) {
    const names = named ? undefined : excludedFields(node.not);
    if (!names) continue;
    const { not, ...assumes } = (node['x-assumes'] ?? {}) as Record<string, unknown>;
    node.properties = { ...(node.properties as object), ...Object.fromEntries(names.map((name) => [name, false])) };
    delete node.not;
    if (not === undefined) continue;
    node['x-assumes'] = { ...assumes, ...Object.fromEntries(names.map((name) => [`properties/${name}`, not])) };
  }
  return document;
}

/** Returns the fields that a `not` excludes one by one; undefined if the `not` has a different structure. */
function excludedFields(not: unknown): string[] | undefined {
  const alternatives = isRecord(not) ? items(not.anyOf) : [];
  const names = alternatives.map((one) => {
    const [name, ...more] = isRecord(one) ? items(one.required).map(String) : [];
    return more.length === 0 ? name : undefined;
  });
  return names.length > 0 && names.every((name) => name !== undefined) ? (names as string[]) : undefined;
}
