import { type Query, queryValues } from '../query.ts';
import type { OperationTable } from '../table.ts';

/** The secrets in a query: decoded, and for a query in text also as they are written there. */
export function secretsOf({ secrets }: Pick<OperationTable, 'secrets'>, query: Query): string[] {
  const values = queryValues(query);
  const decoded = secrets.flatMap((name) => values.get(name) ?? []);
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
