import type { OperationEntry, OperationTable } from '../selectors/index.ts';
import { QUERY_ERROR_KINDS, type QueryErrorKind, sameSelectors } from '../selectors/index.ts';

/** Returns the kinds of query errors that a request can have, by response status. */
export function possibleKinds({
  operations,
  credentials,
}: Pick<OperationTable, 'operations' | 'credentials'>): Record<'400' | '401', QueryErrorKind[]> {
  const selectors = new Set(operations.flatMap((operation) => Object.keys(operation.selectors)));
  const parameters = new Set(operations.flatMap((operation) => Object.keys(operation.parameters)));
  const rules = operations.flatMap((operation) => Object.values(operation.parameters));
  const isTaken = (name: string) => operations.every((entry) => name in entry.parameters || name in entry.selectors);
  const possible: Record<(typeof QUERY_ERROR_KINDS)['400'][number], boolean> = {
    'several-selectors': selectors.size > 1,
    'selector-value': selectors.size > 0,
    'missing-selector': operations.some(({ selectors }) => isIncomplete(selectors, operations)),
    'unknown-parameter': true,
    'foreign-parameter': ![...parameters].every(isTaken),
    'repeated-parameter': true,
    'missing-parameter': rules.some(({ required }) => required),
    'malformed-parameter': rules.some(
      ({ type, required, owners, ...constraints }) => type !== 'string' || Object.keys(constraints).length > 0,
    ),
  };
  return {
    '400': QUERY_ERROR_KINDS['400'].filter((kind) => possible[kind]),
    '401': credentials.length === 0 ? [] : [...QUERY_ERROR_KINDS['401']],
  };
}

/** Returns whether a query with only some of these selectors may select no operation. */
function isIncomplete(selectors: Record<string, string>, operations: OperationEntry[]): boolean {
  return Object.keys(selectors).some((name) => {
    const { [name]: _, ...rest } = selectors;
    return !operations.some((operation) => sameSelectors(operation.selectors, rest));
  });
}
