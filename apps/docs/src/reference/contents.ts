import { type Document, type DocumentedOperation, readOperations, trueAddress } from '@vehicle-lookup/document';

/**
 * Lists all operations with their addresses ahead of the document's introduction: Redoc's menu shows neither before it is
 * opened.
 * @param document the bundled document; it is not changed
 */
export function withContents(document: Document): Document {
  const rows = readOperations(document).map((operation) => {
    return `| ${link(operation)} | \`${operation.method.toUpperCase()} ${trueAddress(document, operation)}\` |`;
  });
  const table = ['| Operation | Request |', '| --- | --- |', ...rows].join('\n');
  return { ...document, info: { ...document.info, description: `${table}\n\n${document.info?.description ?? ''}` } };
}

/** Redoc's address of an operation within the page is `#/<tag>/<operationId>`, in lower case. */
function link({ id, node: { summary, operationId, tags = [] } }: DocumentedOperation): string {
  const place = [tags[0], operationId].map((part = '') => part.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-'));
  return `[${summary ?? id}](#/${place.join('/')})`;
}
