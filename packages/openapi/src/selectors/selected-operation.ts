/** The required query values, by selector name. */
type Selectors = Readonly<Record<string, string | number>>;

/**
 * Returns the operation that a query selects: the operation whose selectors all match. If several match, the operation with the
 * most selectors is selected. Other parameters are not checked; use `resolve` for this.
 * @param selectors the selectors of each operation, by operation ID
 * @param query parameters by name; values are compared as strings, as on the wire
 */
export function selectedOperation<Id extends string>(
  selectors: Readonly<Record<Id, Selectors>>,
  query: Readonly<Record<string, unknown>>,
): Id | undefined {
  let selected: Id | undefined;
  let most = -1;
  for (const id in selectors) {
    let count = 0;
    // Creates no lists of names, because this code runs for every client request.
    for (const name in selectors[id]) count += `${query[name]}` === `${selectors[id][name]}` ? 1 : -Infinity;
    if (count > most) {
      selected = id;
      most = count;
    }
  }
  return selected;
}

/** Returns whether two operations have the same selectors, so that no query can distinguish them. */
export const sameSelectors = (a: Selectors, b: Selectors): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);
