type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Data, not schemas: what stands in them is left alone. */
const DATA = ['example', 'examples', 'const', 'enum', 'default'];

/**
 * A copy of a document for Prism's generator of bodies. The generator honours `format` and forgets `pattern` where a
 * schema has both, although the pattern is the narrower; and it takes an object that is open for a wish for members
 * with random names.
 */
export function forGenerator<T>(document: T): T {
  return copy(document as Json) as T;
}

function copy(node: Json): Json {
  if (Array.isArray(node)) return node.map(copy);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !(key === 'format' && typeof node.pattern === 'string'));
  const copied = Object.fromEntries(entries.map(([key, value]) => [key, DATA.includes(key) ? value : copy(value)]));
  const isObject = node.type === 'object' && typeof node.properties === 'object';
  return isObject ? { additionalProperties: false, ...copied } : copied;
}
