import type { OperationEntry, OperationTable, ProblemKind } from '@vehicle-lookup/operations';
import type { DocumentedOperation } from '../document.ts';
import type { Pair } from '../probe.ts';
import { goodQuery, replaced, without } from './good-query.ts';
import { malformedValues } from './values.ts';

/** A request that the document does not allow, and what is wrong with it. */
export interface WrongRequest {
  kind: ProblemKind;
  query: Pair[];
}

/**
 * Derives, from a good request of one operation, requests with one fault each. Leaving a selector out is none of them:
 * what remains may be a good request of another operation.
 * @param all every operation of the table, in its order
 */
export function wrongRequests(
  table: OperationTable,
  all: readonly DocumentedOperation[],
  operation: DocumentedOperation,
): WrongRequest[] {
  const { entry } = operation;
  const good = goodQuery(operation);
  const make = (kind: ProblemKind, queries: Pair[][]): WrongRequest[] => queries.map((query) => ({ kind, query }));
  return [
    ...make('several-selectors', severalSelectors(table, entry, good)),
    ...make('selector-value', selectorValues(table, entry, good)),
    ...make('unknown-parameter', [[...good, [undocumentedName(table), '1']]]),
    ...make('foreign-parameter', foreignParameter(all, operation, good)),
    ...make(
      'repeated-parameter',
      good.map((pair) => [...good, pair]),
    ),
    ...make(
      'missing-parameter',
      required(entry).map((name) => without(good, name)),
    ),
    ...make('malformed-parameter', malformedParameters(operation, good)),
  ];
}

const required = ({ parameters }: OperationEntry): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]?.required);

/** The selectors of two operations that no operation has together: the operation's own and those of a later one. */
function severalSelectors({ operations }: OperationTable, entry: OperationEntry, good: Pair[]): Pair[][] {
  const start = operations.findIndex(({ id }) => id === entry.id);
  const others = [...operations.slice(start + 1), ...operations.slice(0, start)].map(({ selectors }) => selectors);
  // The default operation has no selector of its own: two others clash.
  const isDefault = Object.keys(entry.selectors).length === 0;
  const own = isDefault ? (others.find((selectors) => Object.keys(selectors).length > 0) ?? {}) : entry.selectors;
  const clash = others.find((selectors) => {
    const names = Object.keys({ ...own, ...selectors });
    const isCovered = operations.some((other) => names.every((name) => name in other.selectors));
    return !isCovered;
  });
  if (!clash) return [];
  const sent = new Set(good.map(([name]) => name));
  return [[...good, ...Object.entries({ ...own, ...clash }).filter(([name]) => !sent.has(name))]];
}

function selectorValues({ operations }: OperationTable, entry: OperationEntry, good: Pair[]): Pair[][] {
  return Object.keys(entry.selectors).flatMap((name) => {
    const allowed = operations.map(({ selectors }) => selectors[name]);
    return ['0', 'true', ''].filter((value) => !allowed.includes(value)).map((value) => replaced(good, name, value));
  });
}

function undocumentedName({ operations, credentials }: OperationTable): string {
  const documented = operations.flatMap(({ selectors, parameters }) => Object.keys({ ...selectors, ...parameters }));
  let name = 'undocumented';
  while (documented.includes(name) || credentials.includes(name)) name += '-';
  return name;
}

/** The first documented parameter that the operation does not take. */
function foreignParameter(all: readonly DocumentedOperation[], { entry }: DocumentedOperation, good: Pair[]): Pair[][] {
  const pairs = all.flatMap(({ values }) => Object.entries(values));
  const foreign = pairs.find(([name]) => !(name in entry.parameters) && !(name in entry.selectors));
  return foreign ? [[...good, foreign]] : [];
}

function malformedParameters({ entry, values }: DocumentedOperation, good: Pair[]): Pair[][] {
  return Object.entries(entry.parameters).flatMap(([name, rule]) => {
    const wrong = malformedValues(rule, values[name] ?? '');
    return wrong.map((value): Pair[] => [...without(good, name), [name, value]]);
  });
}
