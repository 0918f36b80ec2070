import { dereference, target } from './dereference.ts';
import { inline } from './inline.ts';
import { members } from './node.ts';
import type { Document, Operation } from './openapi.ts';
import { operationTable, queryParameters, selectorValue, wireOperation } from './read-table.ts';
import { walk } from './walk.ts';

/*
 * Projections: the same operations, with one path each, for tools that cannot tell operations apart by the query.
 * Only path keys change. x-assumptions and x-assumes stay: tools skip `x-` keys, and who compares two projections sees
 * that an assumption has changed.
 */

/** For tools: `/<operationId>` as path. Addresses are not true: such a document is never published as the contract. */
export function onePathPerOperation(document: Document): void {
  project(document, (id) => `/${id}`);
}

/**
 * For readers: `<path>?<query>` as path, with a template for each required parameter and without the credentials, and
 * assumptions written out below the description of each operation that rests on them.
 * OpenAPI does not allow a query in a path: only Redoc, which prints paths as they are, can use the result.
 */
export function trueAddresses(document: Document): void {
  const { path } = wireOperation(document);
  const { credentials } = operationTable(document);
  describeAssumptions(document);
  project(document, (_, operation) => `${path}${queryTemplate(document, operation, credentials)}`);
}

/** The operations of components.pathItems, by key. */
function operationsOf(document: Document): [string, Operation][] {
  const { method } = wireOperation(document);
  return Object.entries(document.components?.pathItems ?? {}).map(([id, item]) => [
    id,
    dereference(document, item)[method] as Operation,
  ]);
}

function project(document: Document, address: (id: string, operation: Operation) => string): void {
  const { pathItems = {}, ...components } = document.components ?? {};
  const paths = operationsOf(document).map(([id, operation]) => [address(id, operation), pathItems[id]]);
  document.paths = Object.fromEntries(paths);
  document.components = components;
}

function queryTemplate(document: Document, operation: Operation, credentials: string[]): string {
  const required = queryParameters(document, operation).filter((p) => p.required && !credentials.includes(p.name));
  const pairs = required.map((parameter) => {
    const selector = selectorValue(document, parameter);
    const value = selector === undefined ? `{${parameter.name}}` : encodeURIComponent(selector);
    return `${encodeURIComponent(parameter.name)}=${value}`;
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const HEADING = '**Assumed where the specification is silent**';

/**
 * Writes each assumption where it bites. Those that every operation rests on, or none, stand once, in the document's
 * introduction.
 */
function describeAssumptions(document: Document): void {
  const statements = new Map(
    members(document['x-assumptions']).map(([id, entry]) => [id, String((entry as { statement?: unknown }).statement)]),
  );
  const assumed = operationsOf(document).map(([id, operation]) => ({ operation, ids: assumptionsOf(document, id) }));
  const isShared = (id: string) => new Set(assumed.map(({ ids }) => ids.has(id))).size === 1;
  const shared = [...statements.keys()].filter(isShared);
  for (const { operation, ids } of assumed)
    append(operation, new Set([...ids].filter((id) => !shared.includes(id))), statements);
  append(document.info as { description?: string }, new Set(shared), statements);
}

/** The assumptions that an operation rests on, also through its parameters, schemas and responses. */
function assumptionsOf(document: Document, id: string): Set<string> {
  const item = document.components?.pathItems?.[id];
  const { method } = wireOperation(document);
  const resolve = (ref: string) => ({ node: target(document, ref), from: undefined });
  const whole = inline({ node: item && dereference(document, item)[method], from: undefined }, resolve);
  return new Set([...walk(whole)].flatMap(({ node }) => (node['x-assumes'] as string[] | undefined) ?? []));
}

function append(target: { description?: string }, ids: Set<string>, statements: Map<string, string>): void {
  if (ids.size === 0) return;
  const list = [...ids].map((id) => `- ${statements.get(id)?.trim().replaceAll(/\s+/g, ' ')} (\`${id}\`)`).join('\n');
  target.description = [target.description?.trimEnd(), HEADING, list].filter(Boolean).join('\n\n');
}
