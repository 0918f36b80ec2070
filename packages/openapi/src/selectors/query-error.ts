import type { Basis, OperationEntry, OperationTable, QueryErrorKind } from './table.ts';

/** Only a service can determine whether credentials are valid. */
type Kind = Exclude<QueryErrorKind, 'invalid-credentials'>;

/** The reason why a query selects no operation or is invalid for its operation, with the violated clause or assumption. */
export interface QueryError<Id extends string = string> extends Basis {
  kind: Kind;
  /** The status that the document declares for this error. */
  status: 400 | 401;
  /** The selected operation, if the query selects one. */
  operation?: Id;
  /** A readable message, which contains names from the document but no part of the query. */
  message: string;
}

type Table = OperationTable;
type Entry<Id extends string> = OperationEntry<Id>;

const reject = <Id extends string>(kind: Kind, message: string, operation?: Id): QueryError<Id> => ({
  kind,
  status: kind === 'missing-credentials' ? 401 : 400,
  ...(operation === undefined ? {} : { operation }),
  message,
});

/** Returns a string such as `allCars=1 (decodeVinAll)` for every operation that has a selector. */
const selections = ({ operations }: Pick<Table, 'operations'>): string[] =>
  operations.flatMap(({ id, selectors }) => {
    const pairs = Object.entries(selectors).map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? [`${pairs.join('&')} (${id})`] : [];
  });

const taken = ({ id, selectors, parameters }: OperationEntry, { credentials }: Table): string => {
  const names = [...Object.keys(parameters), ...Object.entries(selectors).map(([name, value]) => `${name}=${value}`)];
  return `${id} takes ${joinWords([...credentials, ...names])}.`;
};

export const missingCredentials = ({ credentials }: Table): QueryError<never> =>
  reject('missing-credentials', `Send ${joinWords(credentials)}, each exactly once and not empty.`);

/** Returns the error for a query whose selectors belong to different operations. */
export const severalSelectors = ({ operations }: Table, present: readonly string[]): QueryError<never> => {
  const possible = operations.filter(({ selectors }) => present.some((name) => name in selectors));
  const choice = joinWords(selections({ operations: possible }), 'or');
  return reject('several-selectors', `Send the selector of one operation only: ${choice}.`);
};

export const selectorValue = (name: string, values: readonly string[]): QueryError<never> =>
  reject('selector-value', `${name}: expected ${joinWords(values, 'or')}.`);

export const missingSelector = (table: Table): QueryError<never> =>
  reject('missing-selector', `Send the selector of one operation: ${joinWords(selections(table), 'or')}.`);

export const unknownParameter = <Id extends string>(entry: Entry<Id>, table: Table): QueryError<Id> =>
  reject('unknown-parameter', `Send documented parameters only: ${taken(entry, table)}`, entry.id);

export const foreignParameter = <Id extends string>(entry: Entry<Id>, table: Table): QueryError<Id> =>
  reject('foreign-parameter', `Send the parameters of one operation only: ${taken(entry, table)}`, entry.id);

export const repeatedParameter = <Id extends string>(entry: Entry<Id>, name: string): QueryError<Id> =>
  reject('repeated-parameter', `${name}: send it once only.`, entry.id);

/** Without a selector, the client may have intended another operation, so the message also lists the selectors. */
export const missingParameter = <Id extends string>(entry: Entry<Id>, name: string, table: Table): QueryError<Id> => {
  const isDefault = Object.keys(entry.selectors).length === 0;
  const choice = isDefault ? ` Other operations need their selector: ${joinWords(selections(table), 'or')}.` : '';
  return reject('missing-parameter', `${name}: missing. ${taken(entry, table)}${choice}`, entry.id);
};

export const malformedParameter = <Id extends string>(
  entry: Entry<Id>,
  name: string,
  expected: string,
): QueryError<Id> => reject('malformed-parameter', `${name}: ${expected}.`, entry.id);

/** Joins words with commas and a conjunction: `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], conjunction = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
