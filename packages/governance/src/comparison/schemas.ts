import { at, isRecord, resolveSchema } from '@vehicle-lookup/document';
import type { Comparison, EngineDifference, Side } from './rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: keywords of schemas have many types
type Keywords = Record<string, any>;

/** The schema that a change of a keyword is about, in the base and in the revision. */
export const schemasOf = (
  change: EngineDifference,
  { base, revision }: Comparison,
): [Keywords | undefined, Keywords | undefined] => [
  schemaAt(base, change.at.base, change.property),
  schemaAt(revision, change.at.revision, change.property),
];

/** The engine names the keyword where it is there, otherwise its schema. */
function schemaAt({ document }: Side, pointer: string | undefined, keyword = ''): Keywords | undefined {
  if (pointer === undefined) return undefined;
  const holder = pointer.endsWith(`/${keyword}`) ? pointer.slice(0, -keyword.length - 1) : pointer;
  const node = at(document, holder);
  return isRecord(node) ? resolveSchema(document, node).schema : undefined;
}
