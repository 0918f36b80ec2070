import type { Document } from '../openapi/openapi.ts';
import {
  checkParameter,
  type OperationEntry,
  type OperationTable,
  type QueryErrorKind,
  resolve,
} from '../selectors/index.ts';
import { operationTable } from './operation-table.ts';
import { type DocumentedOperation, readOperations } from './read-operations.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** An invalid request for an operation, and the message of the error response. */
export interface InvalidRequest {
  kind: QueryErrorKind;
  /** The query, without credentials. */
  pairs: Pairs;
  message: string;
}

/**
 * Replaces the examples in the 400 response of each operation with examples of that operation. The summary is the query, and
 * the body contains the resolver's message. In the source, all operations share one 400 response, whose examples are for a
 * single operation.
 * @param document a bundled document, which is modified
 */
export function showInvalidRequests(document: Document): void {
  const table = operationTable(document);
  const operations = readOperations(document);
  for (const operation of operations) {
    const examples = invalidRequests(table, operations, operation).map(({ kind, pairs, message }) => [
      kind,
      { summary: queryText(pairs) || '(no parameters)', value: { ...table.error.fixed, [table.error.text]: message } },
    ]);
    const response = operation.responses.find(({ status }) => status === '400');
    const [media] = response?.media ?? [];
    const { responses } = operation.node;
    if (!response || !media || !responses || examples.length === 0) continue;
    const content = { ...media.node, examples: Object.fromEntries(examples) };
    responses['400'] = { ...response.node, content: { [media.type]: content } };
  }
}

const queryText = (pairs: Pairs): string =>
  pairs.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&');

/**
 * Returns one invalid request for each kind of query error that an operation can cause, with the resolver's message. Candidates
 * that cause a different error are omitted. For example, listBrands has no parameter that can be missing.
 */
export function invalidRequests(
  table: OperationTable,
  operations: readonly DocumentedOperation[],
  operation: DocumentedOperation,
): InvalidRequest[] {
  const access: Pairs = table.credentials.map((name) => [name, 'demo']);
  return candidates(table, operations, operation).flatMap(([kind, pairs]) => {
    const resolution = resolve(table, [...access, ...pairs]);
    if (resolution.ok || resolution.error.kind !== kind) return [];
    return [{ kind, pairs, message: resolution.error.message }];
  });
}

function candidates(
  table: OperationTable,
  operations: readonly DocumentedOperation[],
  operation: DocumentedOperation,
): [QueryErrorKind, Pairs][] {
  const entry = table.operations.find(({ id }) => id === operation.id);
  if (!entry) return [];
  const valid: Pairs = operation.parameters
    .filter(({ name, required }) => required && !table.credentials.includes(name))
    .map(({ name, selector, example }) => [name, selector ?? String(example ?? '')]);
  const without = (name: string): Pairs => valid.filter(([one]) => one !== name);
  const selectors = Object.keys(entry.selectors);
  const parameters = Object.entries(entry.parameters).filter(([, rule]) => rule.required);
  const isOwn = (name: string) => name in entry.parameters || name in entry.selectors;
  const more = table.operations.flatMap(({ selectors }) => Object.entries(selectors)).find(([name]) => !isOwn(name));
  const foreign = operations
    .flatMap(({ parameters }) => parameters)
    .find(({ name, selector }) => selector === undefined && !isOwn(name) && !table.credentials.includes(name));
  const found: [QueryErrorKind, Pairs | undefined][] = [
    ['malformed-parameter', malformed(entry, valid)],
    ['missing-parameter', parameters[0] && without(parameters[0][0])],
    ['several-selectors', selectors.length > 0 && more ? [...valid, more] : undefined],
    ['selector-value', replaced(valid, selectors[0], 'true')],
    ['missing-selector', selectors[0] === undefined ? undefined : without(selectors[0])],
    ['foreign-parameter', foreign && [...valid, [foreign.name, String(foreign.example ?? '1')]]],
    ['unknown-parameter', [...valid, [unknownName(table), '2']]],
    ['repeated-parameter', valid[0] && [valid[0], ...valid]],
  ];
  return found.flatMap(([kind, pairs]) => (pairs ? [[kind, pairs]] : []));
}

const replaced = (pairs: Pairs, name: string | undefined, value: string): Pairs | undefined =>
  name === undefined ? undefined : pairs.map(([one, old]) => [one, one === name ? value : old]);

/** Returns a parameter name that no operation has. */
function unknownName({ operations }: OperationTable): string {
  const names = new Set(operations.flatMap((one) => [...Object.keys(one.parameters), ...Object.keys(one.selectors)]));
  return ['page', 'limit', 'other'].find((name) => !names.has(name)) ?? 'another';
}

/** Returns the query with one malformed required parameter, preferably with a value that looks like a typing error. */
function malformed({ parameters }: OperationEntry, valid: Pairs): Pairs | undefined {
  for (const [name, rule] of Object.entries(parameters).filter(([, { required }]) => required)) {
    const value = valid.find(([one]) => one === name)?.[1] ?? '';
    const slips = [`${value.slice(0, -1)}I`, `${value}x`, value.slice(0, 3), ''];
    const slip = slips.find((one) => checkParameter(rule, one) !== undefined);
    if (slip !== undefined) return replaced(valid, name, slip);
  }
  return undefined;
}
