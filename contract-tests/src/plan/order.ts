import type { ContractOperation } from './document.ts';

/** Parameter → JSON Pointers, with `*` for every element, of the values that an operation's reply gives for it. */
export type Yields = Readonly<Record<string, string>>;

/** The operations in an order in which replies that give values come before the requests that need them. */
export function orderOf(operations: readonly ContractOperation[], yields: ReadonlyMap<string, Yields>): string[] {
  const left = operations.map(({ entry }) => entry);
  const order: string[] = [];
  while (left.length > 0) {
    const isReady = ({ id, parameters }: (typeof left)[number]) =>
      Object.keys(parameters).every((name) => left.every((other) => other.id === id || !givesOf(other.id)[name]));
    // Operations that give each other values keep the document's order.
    const next = Math.max(0, left.findIndex(isReady));
    order.push(...left.splice(next, 1).map(({ id }) => id));
  }
  return order;

  function givesOf(id: string): Yields {
    return yields.get(id) ?? {};
  }
}

/** The texts at a pointer of a body; `*` stands for every element. */
export function valuesAt(body: unknown, pointer: string): string[] {
  const nodes = pointer
    .split('/')
    .slice(1)
    .reduce<unknown[]>(
      (all, key) =>
        all.flatMap((node) => {
          if (key === '*') return Array.isArray(node) ? node : [];
          if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return [];
          return [(node as Record<string, unknown>)[key]];
        }),
      [body],
    );
  return nodes.filter((node) => (typeof node === 'string' && node !== '') || typeof node === 'number').map(String);
}
