/** A query: the text after the question mark (a leading one is ignored), or its decoded pairs. */
export type Query = string | Iterable<readonly [name: string, value: string]>;

/** The values of each name, in the order of the query. Names are case-sensitive. */
export function queryValues(query: Query): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of typeof query === 'string' ? new URLSearchParams(query) : query) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}
