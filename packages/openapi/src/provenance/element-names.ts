import { isReference, member } from '../openapi/node.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';

/**
 * What an element of a list is called in a place or a mark: the text itself (`required/carId`), its title (`anyOf/full`), its name
 * (`tags/VIN`), the component that it refers to (`parameters/Vin`), or its address (`servers/{base_url}`). An index would
 * stay and become wrong when the list is reordered, so only an element without a name has one.
 */
function elementName(element: unknown, index: number): string {
  if (typeof element === 'string') return element;
  if (isReference(element)) return keysOf(element.$ref).at(-1) ?? String(index);
  const names = ['title', 'name', 'url'].map((key) => member(element, key));
  return names.find((name) => typeof name === 'string') ?? String(index);
}

/** The names of what a node holds, in its order. */
export const namesIn = (node: unknown): string[] =>
  Array.isArray(node) ? node.map(elementName) : Object.keys(Object(node));

/**
 * The pointers that keys lead to from a node. A key is that of a field, the name of an element, or `*` for any one.
 * @param start the pointer of the node
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
