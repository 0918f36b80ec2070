import { at, type Document, isRecord, resolveSchema } from '@vehicle-lookup/openapi';

// biome-ignore lint/suspicious/noExplicitAny: keywords of schemas have many types
export type Keywords = Record<string, any>;

/** The schema at a pointer of the engine's, which names the keyword where it is there, otherwise its schema. */
export function schemaAt(document: unknown, engine: string | undefined, keyword = ''): Keywords | undefined {
  if (engine === undefined) return undefined;
  const pointer = engine.replace(/^#/, '');
  const holder = pointer.endsWith(`/${keyword}`) ? pointer.slice(0, -keyword.length - 1) : pointer;
  const node = at(document, holder);
  return isRecord(node) ? resolveSchema(document as Document, node).schema : undefined;
}
