/**
 * The secrets in a query: decoded, and for a query in text also as they are written there.
 * @param table the names of the parameters that hold secrets; an operation table has them
 * @param query the text after the question mark (a leading one is ignored), or its decoded pairs
 */
export function secretsOf(
  { secrets }: { readonly secrets: readonly string[] },
  query: string | Iterable<readonly [name: string, value: string]>,
): string[] {
  const pairs = [...(typeof query === 'string' ? new URLSearchParams(query) : query)];
  const decoded = secrets.flatMap((secret) => pairs.filter(([name]) => name === secret).map(([, value]) => value));
  return [...new Set([...decoded, ...(typeof query === 'string' ? written(query, secrets) : [])])];
}

/** Clients may percent-encode characters without need. */
function written(query: string, secrets: readonly string[]): string[] {
  const pairs = query.replace(/^\?/, '').split('&');
  return pairs.flatMap((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return secrets.includes(name ?? '') ? [pair.slice(pair.indexOf('=') + 1)] : [];
  });
}
