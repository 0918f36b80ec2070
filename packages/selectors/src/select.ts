/** Selector name → the value that the query must have. */
type Selectors = Readonly<Record<string, string | number>>;

/**
<<<<<<< HEAD
 * The operation that a query selects: among the operations whose selectors all hold, the one with the most selectors. Other
 * parameters are not checked; `resolve` does that.
 * @param selectors operation id → its selectors
=======
 * The operation that a query selects: the first whose selectors all hold. Only the selectors are looked at; whether the
 * operation can take the query, `resolve` tells.
 * @param selectors the selectors of each operation, by its id; operations with more selectors come first
>>>>>>> 2128ccd (refactor(client): secrets are masked by packages/selectors, in every form that it knows)
 * @param query parameters by name; values are compared as text, as on the wire
 */
export const selectedOperation = <Id extends string>(
  selectors: Readonly<Record<Id, Selectors>>,
  query: Readonly<Record<string, unknown>>,
): Id | undefined =>
  (Object.keys(selectors) as Id[]).find((id) =>
    Object.entries(selectors[id]).every(([name, value]) => `${query[name]}` === `${value}`),
  );

/** Whether two operations have the same selectors, so that no query can select one of them. */
export const sameSelectors = (a: Selectors, b: Selectors): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);
