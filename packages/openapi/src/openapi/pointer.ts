/** Returns a JSON Pointer (RFC 6901) extended by one key. */
export function child(pointer: string, key: string | number): string {
  const text = String(key);
  return `${pointer}/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
}

/** Returns the keys of a JSON Pointer. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => (key.includes('~') ? key.replaceAll('~1', '/').replaceAll('~0', '~') : key));

/** Returns the value at a JSON Pointer, or undefined. */
export function at(value: unknown, pointer: string): unknown {
  let node = value;
  for (const key of keysOf(pointer)) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** Returns the pointer with `*` instead of array indices, so that all elements of an array have the same pattern. */
export function pattern(value: unknown, pointer: string): string {
  let node = value;
  return keysOf(pointer).reduce((written, key) => {
    const isArray = Array.isArray(node);
    node = at(node, child('', key));
    return isArray ? `${written}/*` : child(written, key);
  }, '');
}
