import type { Document, Json } from '@vehicle-lookup/selectors/document';

/** Data, not schemas: what stands in them is left alone. */
const DATA = ['example', 'examples', 'const', 'enum', 'default'];

/**
 * A copy of a document for Prism's generator of bodies. The generator uses `format` and ignores `pattern` where a schema
 * has both, although the pattern is narrower; and it fills an object that is open with members of random names.
 */
export const forGenerator = (document: Document): Document => copy(document as Json) as Document;

function copy(node: Json): Json {
  if (Array.isArray(node)) return node.map(copy);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !(key === 'format' && typeof node.pattern === 'string'));
  const copied = Object.fromEntries(entries.map(([key, value]) => [key, DATA.includes(key) ? value : copy(value)]));
  const isObject = node.type === 'object' && typeof node.properties === 'object';
  return isObject ? { additionalProperties: false, ...copied } : copied;
}
