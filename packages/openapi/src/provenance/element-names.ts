import { isReference, member } from '../openapi/node.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';

/**
 * Returns the name of a list element in a place or a mark: the string itself (`required/carId`), its title (`anyOf/full`), its
 * name (`tags/VIN`), the component that it refers to (`parameters/Vin`), or its URL (`servers/{base_url}`). An element without
 * such a name is identified by its index, which becomes invalid if the list is reordered.
 */
function elementName(element: unknown, index: number): string {
  if (typeof element === 'string') return element;
  if (isReference(element)) return keysOf(element.$ref).at(-1) ?? String(index);
  const names = ['title', 'name', 'url'].map((key) => member(element, key));
  return names.find((name) => typeof name === 'string') ?? String(index);
}

/** Returns the names of the children of a node, in document order. */
export const namesIn = (node: unknown): string[] =>
  Array.isArray(node) ? node.map(elementName) : Object.keys(Object(node));

/**
 * Returns the JSON Pointers that a sequence of keys matches, starting at a node. Each key is a field name, an element name, or
 * `*` for any key.
 * @param start the JSON Pointer of the node
 */
export function expandKeys(document: unknown, start: string, keys: readonly string[]): string[] {
  let found: [pointer: string, node: unknown][] = [[start, at(document, start)]];
  for (const key of keys) {
    found = found.flatMap(([pointer, node]) => {
      const names = namesIn(node);
      return Object.entries(Object(node)).flatMap(([own, value], index): [string, unknown][] =>
        key === '*' || key === names[index] ? [[child(pointer, own), value]] : [],
      );
    });
  }
  return found.map(([pointer]) => pointer);
}
