import { isDeepStrictEqual } from 'node:util';
import { child, type Document, isRecord, members } from '@vehicle-lookup/openapi';
import { referencesIn } from '../comparison/reach.ts';

/** Tells whether two nodes say the same, word for word, in everything that they refer to. */
export type IsUnchanged = (base: unknown, revision: unknown) => boolean;

/** Most of a document does not change: nothing below such a place has to be compared. */
export function unchangedIn(before: Document, after: Document): IsUnchanged {
  // Another version of OpenAPI may read the same words in another way.
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

/** The components that are the same on both sides, with all that they refer to. */
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
  // A reference elsewhere, or to nothing, is never taken for the same.
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

/** The components that a node refers to. */
const componentsIn = (node: unknown): Set<string> =>
  new Set([...referencesIn(node)].map((reference) => reference.slice(1).split('/').slice(0, 4).join('/')));
