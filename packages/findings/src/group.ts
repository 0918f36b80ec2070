/** The elements by a key, in the order in which the keys occur. */
export function groupBy<T, K>(elements: readonly T[], keyOf: (element: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}

/** How many elements have each name; 0 for a name that no element has. */
export const countBy = <Name extends string, T>(
  names: readonly Name[],
  elements: readonly T[],
  nameOf: (element: T) => Name,
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [name, elements.filter((element) => nameOf(element) === name).length]),
  ) as Record<Name, number>;
