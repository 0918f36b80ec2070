import { brokenKeywords } from './parameter.ts';
import type { QueryError } from './query-error.ts';
import type { Basis, OperationEntry, OperationTable, ParameterBases, ParameterRule } from './table.ts';

type Values = ReadonlyMap<string, readonly string[]>;

/**
 * What a query with a problem breaks: what the document says of this kind of problem, and for a malformed value what its
 * keyword rests on.
 */
export function queryErrorBasis(
  { owners, credentials, operations }: OperationTable,
  problem: QueryError,
  values: Values,
): Basis {
  if (!owners) return {};
  const { kind, operation } = problem;
  const own = owners.kinds[kind] ?? {};
  const entry = operations.find(({ id }) => id === operation);
  // An empty credential is missing or invalid: the clause demands the same status for both. A repeated one is neither.
  if (kind === 'missing-credentials' && credentials.every((name) => values.get(name)?.every((one) => one !== ''))) {
    return owners.kinds['repeated-parameter'] ?? own;
  }
  if (kind === 'foreign-parameter' && entry && isGuess(entry, values)) return owners.defaultOperation;
  if (kind === 'malformed-parameter' && entry) return malformedBasis(entry, values) ?? own;
  return own;
}

/** A query without a selector and without any parameter of the default operation may have meant another one. */
const isGuess = ({ selectors, parameters }: OperationEntry, values: Values): boolean =>
  Object.keys(selectors).length === 0 && Object.keys(parameters).every((name) => !values.has(name));

/** Of the first malformed value: the assumption that it breaks if the specification alone accepts it, else the clause. */
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
