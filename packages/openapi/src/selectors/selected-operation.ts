/** Selector name → the value that the query must have. */
type Selectors = Readonly<Record<string, string | number>>;

/**
 * Returns the operation that a query selects: the operation with the most selectors whose selectors all match. Other
 * parameters are not checked; use `resolve` for this.
 * @param selectors operation ID → its selectors
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
    // Without lists of names, because this code runs for every request of a client.
    for (const name in selectors[id]) count += `${query[name]}` === `${selectors[id][name]}` ? 1 : -Infinity;
    if (count > most) {
      selected = id;
      most = count;
    }
  }
  return selected;
}

/** Returns whether two operations have the same selectors, so that no query can select only one of them. */
export const sameSelectors = (a: Selectors, b: Selectors): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);
