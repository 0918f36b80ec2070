import type { Document, Operation, PathItem } from '../openapi/openapi.ts';
import { dereference } from '../openapi/reference.ts';
import { joinWords } from '../selectors/index.ts';
import { credentialNames } from './operation-table.ts';
import { type DocumentedOperation, readOperations, readWireOperation } from './read-operations.ts';

/*
 * Projections: the same operations with one path each, for tools that cannot distinguish operations by query. Only path keys
 * and descriptions change. x-assumptions and x-assumes are kept: tools ignore `x-` keys, and a comparison of two projections
 * shows changed assumptions.
 */

/**
 * Returns the document for tools, with the path `/<operationId>` for each operation. These URLs do not exist, so this document
 * is never published as the contract. Its descriptions warn users of generated code. `toWire` converts such requests to actual
 * requests.
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
    `support them. Each description begins with the request to send${more}.`
  );
}

function describeRequest(document: Document, operation: DocumentedOperation): Operation {
  const { method, node } = operation;
  const request = `Request: \`${method.toUpperCase()} ${wireUrl(document, operation)}\`.`;
  return { ...node, description: paragraphs(request, node.description) };
}

/**
 * Returns the document for readers, with the actual URL of each operation as its path. OpenAPI does not allow a query in a
 * path, so only Redoc, which prints paths unchanged, can use the result.
 */
export const wireUrls = (document: Document): Document =>
  project(document, (operation) => wireUrl(document, operation));

/** Returns the URL of an operation: `<path>?<query>`, with a placeholder for each required parameter and without credentials. */
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
