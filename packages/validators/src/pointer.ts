/** A JSON Pointer (RFC 6901) one step further. */
export function child(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What stands at a JSON Pointer, or undefined. */
export function at(value: unknown, pointer: string): unknown {
  let node = value;
  for (const key of pointer.split('/').slice(1)) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Record<string, unknown>)[name];
  }
  return node;
}
