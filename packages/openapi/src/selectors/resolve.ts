import { checkParameter } from './parameter.ts';
import * as problem from './query-error.ts';
import { queryErrorBasis } from './query-error-basis.ts';
import type { OperationEntry, OperationTable } from './table.ts';

/** The selected operation with its parameters as sent, or the first query error. */
export type Resolution<Id extends string = string> =
  | { ok: true; operation: Id; parameters: Record<string, string> }
  | { ok: false; error: problem.QueryError<Id> };

type Values = Map<string, string[]>;

/**
 * Returns the operation that a query selects, or the first query error. Never throws. Credentials are checked first, and
 * only for presence, because only a service can determine whether they are valid.
 * @param query the raw query string, or its decoded pairs
 */
export function resolve<Id extends string>(table: OperationTable<Id>, query: Query): Resolution<Id> {
  const values = queryValues(query);
  const rejected = (found: problem.QueryError<Id>): Resolution<Id> => ({
    ok: false,
    error: { ...found, ...queryErrorBasis(table, found, values) },
  });
  if (!hasCredentials(table, values)) return rejected(problem.missingCredentials(table));
  const selected = select(table, values);
  if ('kind' in selected) return rejected(selected);
  const invalid = checkParameters(table, selected, values);
  if (invalid) return rejected(invalid);
  const names = Object.keys(selected.parameters).filter((name) => values.has(name));
  return {
    ok: true,
    operation: selected.id,
    parameters: Object.fromEntries(names.map((name) => [name, values.get(name)?.[0] ?? ''])),
  };
}

/** Returns whether each credential occurs once and is not empty. A repeated credential is rejected as missing (assumed). */
const hasCredentials = ({ credentials }: OperationTable, values: Values): boolean =>
  credentials.every((name) => values.get(name)?.length === 1 && values.get(name)?.[0] !== '');

/**
 * Returns the operation whose selectors match the selectors of the query exactly, including the values. An operation may
 * have several selectors; selectors of different operations in one query are an error.
 */
function select<Id extends string>(
  table: OperationTable<Id>,
  values: Values,
): OperationEntry<Id> | problem.QueryError<Id> {
  const expected = selectorValues(table);
  const present = [...expected.keys()].filter((name) => values.has(name));
  const candidates = table.operations.filter(({ selectors }) => present.every((name) => name in selectors));
  if (candidates.length === 0) return problem.severalSelectors(table, present);
  for (const name of present) {
    const allowed = expected.get(name) ?? [];
    if (!values.get(name)?.every((value) => allowed.includes(value))) return problem.selectorValue(name, allowed);
  }
  const holding = candidates.filter(({ selectors }) =>
    present.every((name) => values.get(name)?.[0] === selectors[name]),
  );
  if (holding.length === 0) return problem.severalSelectors(table, present);
  return (
    holding.find(({ selectors }) => Object.keys(selectors).length === present.length) ?? problem.missingSelector(table)
  );
}

/** Returns every selector with its values in the operations. The result is computed once for each table. */
function selectorValues(table: OperationTable): Map<string, string[]> {
  const known = selectorValuesOf.get(table);
  if (known) return known;
  const values = new Map<string, string[]>();
  for (const [name, value] of table.operations.flatMap(({ selectors }) => Object.entries(selectors))) {
    values.set(name, [...new Set([...(values.get(name) ?? []), value])]);
  }
  selectorValuesOf.set(table, values);
  return values;
}

const selectorValuesOf = new WeakMap<OperationTable, Map<string, string[]>>();

function checkParameters<Id extends string>(
  table: OperationTable<Id>,
  entry: OperationEntry<Id>,
  values: Values,
): problem.QueryError<Id> | undefined {
  const isOwn = (name: string): boolean =>
    table.credentials.includes(name) || Object.hasOwn(entry.selectors, name) || Object.hasOwn(entry.parameters, name);
  const isDocumented = (name: string): boolean =>
    table.operations.some(({ parameters }) => Object.hasOwn(parameters, name));
  const others = [...values.keys()].filter((name) => !isOwn(name));
  if (!others.every(isDocumented)) return problem.unknownParameter(entry, table);
  if (others.length > 0) return problem.foreignParameter(entry, table);
  for (const [name, sent] of values) if (sent.length > 1) return problem.repeatedParameter(entry, name);
  for (const [name, rule] of Object.entries(entry.parameters)) {
    if (rule.required && !values.has(name)) return problem.missingParameter(entry, name, table);
  }
  for (const [name, rule] of Object.entries(entry.parameters)) {
    const value = values.get(name)?.[0];
    const expected = value === undefined ? undefined : checkParameter(rule, value);
    if (expected) return problem.malformedParameter(entry, name, expected);
  }
  return undefined;
}

/** A query: the string after the question mark (a leading question mark is ignored), or its decoded pairs. */
export type Query = string | Iterable<readonly [name: string, value: string]>;

/** Returns the values of each parameter name, in query order. Names are case-sensitive. */
function queryValues(query: Query): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of typeof query === 'string' ? new URLSearchParams(query) : query) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}
