import { brokenKeywords } from './parameter.ts';
import type { QueryError } from './query-error.ts';
import type { Basis, OperationEntry, OperationTable, ParameterBases, ParameterRule } from './table.ts';

type Values = ReadonlyMap<string, readonly string[]>;

/** Returns the violated clause or assumption: the basis of the kind of error or, for a malformed value, of the keyword. */
export function queryErrorBasis(
  { owners, credentials, operations }: OperationTable,
  problem: QueryError,
  values: Values,
): Basis {
  if (!owners) return {};
  const { kind, operation } = problem;
  const own = owners.kinds[kind] ?? {};
  const entry = operations.find(({ id }) => id === operation);
  // An empty credential is missing or invalid, and the clause covers both. A repeated credential is neither missing nor
  // invalid.
  if (kind === 'missing-credentials' && credentials.every((name) => values.get(name)?.every((one) => one !== ''))) {
    return owners.kinds['repeated-parameter'] ?? own;
  }
  if (kind === 'foreign-parameter' && entry && isGuess(entry, values)) return owners.defaultOperation;
  if (kind === 'malformed-parameter' && entry) return malformedBasis(entry, values) ?? own;
  return own;
}

/** Returns whether a query without selectors may be intended for another operation: it has no parameter of the default. */
const isGuess = ({ selectors, parameters }: OperationEntry, values: Values): boolean =>
  Object.keys(selectors).length === 0 && Object.keys(parameters).every((name) => !values.has(name));

/** Returns the basis of the first malformed value: an assumption if the specification alone accepts it, otherwise a clause. */
function malformedBasis({ parameters }: OperationEntry, values: Values): Basis | undefined {
  for (const [name, rule] of Object.entries(parameters)) {
    const value = values.get(name)?.[0];
    const broken = value === undefined ? [] : brokenKeywords(rule, value);
    if (value !== undefined && broken.length > 0) return rule.owners && valueBasis(rule, rule.owners, value, broken);
  }
  return undefined;
}

function valueBasis(
  { type }: ParameterRule,
  { clauses, assumptions, specified }: ParameterBases,
  value: string,
  broken: readonly ReturnType<typeof brokenKeywords>[number][],
): Basis | undefined {
  const isRejected = brokenKeywords({ type, ...specified }, value).some((keyword) => keyword !== 'notation');
  const ids: Partial<Record<string, string>> = isRejected ? clauses : assumptions;
  const id = broken.map((keyword) => ids[keyword]).find((one) => one !== undefined);
  if (id === undefined) return undefined;
  return isRejected ? { clause: id } : { assumption: id };
}
