/** A query as it came: the text after the question mark (a leading one is skipped), or its decoded pairs. */
export type Query = string | Iterable<readonly [name: string, value: string]>;

/** Every value of every name, in the order of arrival. Names are taken as they are: their case counts. */
export function queryValues(query: Query): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of typeof query === 'string' ? new URLSearchParams(query) : query) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}
