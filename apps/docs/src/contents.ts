import type { Document } from '@vehicle-lookup/selectors/document';
import { type Entry, operationsOf } from './operations.ts';

/**
 * Lists all operations with their addresses ahead of the document's introduction: Redoc's menu shows neither before it is
 * opened.
 * @param document the projection for readers; it is not changed
 */
export function withContents(document: Document): Document {
  const info = document.info as { description?: string } | undefined;
  const rows = operationsOf(document).map(
    (entry) => `| ${link(entry)} | \`${entry.method.toUpperCase()} ${entry.address}\` |`,
  );
  const table = ['| Operation | Request |', '| --- | --- |', ...rows].join('\n');
  return { ...document, info: { ...info, description: `${table}\n\n${info?.description ?? ''}` } };
}

/** Redoc's address of an operation within the page is `#/<tag>/<operationId>`, in lower case. */
function link({ operation, address }: Entry): string {
  const { summary, operationId, tags = [] } = operation;
  const place = [tags[0], operationId].map((part = '') => part.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-'));
  return `[${summary ?? operationId ?? address}](#/${place.join('/')})`;
}
