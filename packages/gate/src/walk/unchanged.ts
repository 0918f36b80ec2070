import { isDeepStrictEqual } from 'node:util';
import { child, type Document, isRecord, members } from '@vehicle-lookup/openapi';
import { referencesIn } from '../comparison/reach.ts';

/** Returns whether two nodes are identical, including everything that they refer to. */
export type IsUnchanged = (base: unknown, revision: unknown) => boolean;

/** Returns a function that detects unchanged nodes, which are most nodes of a document and need not be compared. */
export function unchangedIn(before: Document, after: Document): IsUnchanged {
  // The same keywords may have a different meaning in another version of OpenAPI.
  if (before.openapi !== after.openapi) return () => false;
  const unchanged = unchangedComponents(before, after);
  const known = new WeakMap<object, WeakMap<object, boolean>>();
  return (one, other) => {
    if (!isRecord(one) || !isRecord(other)) return one === other;
    const results = known.get(one) ?? new WeakMap<object, boolean>();
    known.set(one, results);
    const result = results.get(other) ?? isSame(one, other);
    results.set(other, result);
    return result;
  };

  function isSame(one: unknown, other: unknown): boolean {
    return isDeepStrictEqual(one, other) && [...componentsIn(one)].every((name) => unchanged.has(name));
  }
}

/** Returns the components that are identical on both sides, including everything that they refer to. */
function unchangedComponents(before: Document, after: Document): ReadonlySet<string> {
  const [old, fresh] = [before, after].map(componentsOf);
  const names = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  const holders = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const name of names) {
    const node = old?.get(name);
    if (!isDeepStrictEqual(node, fresh?.get(name))) waiting.push(name);
    for (const target of componentsIn(node)) holders.set(target, [...(holders.get(target) ?? []), name]);
  }
  // A reference outside the components, or a dangling reference, is always treated as changed.
  waiting.push(...[...holders.keys()].filter((target) => !names.has(target)));
  const changed = new Set(waiting);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const holder of holders.get(name) ?? []) {
      if (changed.has(holder)) continue;
      changed.add(holder);
      waiting.push(holder);
    }
  }
  return new Set([...names].filter((name) => !changed.has(name)));
}

const componentsOf = ({ components }: Document): Map<string, unknown> =>
  new Map(
    members(components).flatMap(([kind, group]) =>
      members(group).map(([name, node]) => [child(child('/components', kind), name), node] as const),
    ),
  );

/** Returns the components that a node refers to. */
const componentsIn = (node: unknown): Set<string> =>
  new Set([...referencesIn(node)].map((reference) => reference.slice(1).split('/').slice(0, 4).join('/')));
