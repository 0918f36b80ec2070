/** What stands at a JSON Pointer (RFC 6901), or undefined. */
export function at(value: unknown, pointer: string): unknown {
  let node = value;
  for (const key of pointer.split('/').slice(1)) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return node;
}

/** A pointer with `*` in place of the indices of arrays. */
export function pattern(value: unknown, pointer: string): string {
  const keys = pointer.split('/').slice(1);
  return keys
    .map((key, index) => {
      const parent = at(
        value,
        keys
          .slice(0, index)
          .map((own) => `/${own}`)
          .join(''),
      );
      return Array.isArray(parent) ? '/*' : `/${key}`;
    })
    .join('');
}

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
