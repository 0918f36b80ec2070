/** Selector name → the value that the query must have. */
type Selectors = Readonly<Record<string, string | number>>;

/**
 * The operation that a query selects: among the operations whose selectors all hold, the one with the most selectors. Other
 * parameters are not checked; `resolve` does that.
 * @param selectors operation id → its selectors
 * @param query parameters by name; values are compared as text, as on the wire
 */
export function selectedOperation<Id extends string>(
  selectors: Readonly<Record<Id, Selectors>>,
  query: Readonly<Record<string, unknown>>,
): Id | undefined {
  let selected: Id | undefined;
  let most = -1;
  for (const id in selectors) {
    let count = 0;
    // Without lists of names: every request of a client passes here.
    for (const name in selectors[id]) count += `${query[name]}` === `${selectors[id][name]}` ? 1 : -Infinity;
    if (count > most) {
      selected = id;
      most = count;
    }
  }
  return selected;
}

/** Whether two operations have the same selectors, so that no query can select one of them. */
export const sameSelectors = (a: Selectors, b: Selectors): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);
