import type { Document, Operation, PathItem } from '../openapi/openapi.ts';
import { dereference } from '../openapi/reference.ts';
import { joinWords } from '../selectors/index.ts';
import { credentialNames } from './operation-table.ts';
import { type DocumentedOperation, readOperations, readWireOperation } from './read-operations.ts';

/*
 * Projections: the same operations with one path each, for tools that cannot tell operations apart by the query. Only path
 * keys and descriptions change. x-assumptions and x-assumes stay: tools ignore `x-` keys, and a comparison of two
 * projections shows changed assumptions.
 */

/**
 * For tools: `/<operationId>` as path. These addresses do not exist, so this is never published as the contract, and its
 * descriptions say so: users of generated code may see nothing else. `toWire` turns such requests into true ones.
 */
export function onePathPerOperation(document: Document): Document {
  const projection = project(document, ({ id }) => `/${id}`, describeRequest);
  const { description } = document.info ?? {};
  return { ...projection, info: { ...document.info, description: paragraphs(aboutPaths(document), description) } };
}

function aboutPaths(document: Document): string {
  const credentials = credentialNames(document).map((name) => `\`${name}\``);
  const more = credentials.length > 0 ? `, with ${joinWords(credentials)} in the query` : '';
  return (
    '**The paths of this document are identifiers**, for tools that require one path per operation. The service does not ' +
    `answer them. Each description begins with the request to send${more}.`
  );
}

function describeRequest(document: Document, operation: DocumentedOperation): Operation {
  const { method, node } = operation;
  const request = `Request: \`${method.toUpperCase()} ${wireUrl(document, operation)}\`.`;
  return { ...node, description: paragraphs(request, node.description) };
}

/**
 * For readers: the true address as path. OpenAPI does not allow a query in a path: only Redoc, which prints paths as they are,
 * can use the result.
 */
export const wireUrls = (document: Document): Document =>
  project(document, (operation) => wireUrl(document, operation));

/** The address of an operation: `<path>?<query>`, with a template for each required parameter, without credentials. */
export function wireUrl(document: Document, { parameters }: DocumentedOperation): string {
  const { path } = readWireOperation(document);
  const credentials = credentialNames(document);
  const required = parameters.filter((one) => one.in === 'query' && one.required && !credentials.includes(one.name));
  const pairs = required.map(({ name, selector }) => {
    const value = selector === undefined ? `{${name}}` : encodeURIComponent(selector);
    return `${encodeURIComponent(name)}=${value}`;
  });
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

function project(
  document: Document,
  address: (operation: DocumentedOperation) => string,
  describe: (document: Document, operation: DocumentedOperation) => Operation = (_, { node }) => node,
): Document {
  const { pathItems = {}, ...components } = document.components ?? {};
  const paths = readOperations(document).map((operation) => {
    const item = dereference(document, pathItems[operation.id]) as PathItem;
    return [address(operation), { ...item, [operation.method]: describe(document, operation) }];
  });
  return { ...document, paths: Object.fromEntries(paths), components };
}

const paragraphs = (...texts: (string | undefined)[]): string =>
  texts.flatMap((text) => text?.trimEnd() || []).join('\n\n');
