import type { Document, Json } from '@vehicle-lookup/openapi';
import { isRecord, members, showInvalidRequests, walk, withForbiddenFields } from '@vehicle-lookup/openapi';
import { readContract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { markSources } from './mark-sources.ts';

/** Keys to remove, because the descriptions contain the same information. */
const ELSEWHERE = ['x-clauses', 'x-assumptions', 'x-assumes', 'x-specified'];

/**
 * Prepares the document for Redoc. Without changes, Redoc would show "any" for the schema `false`, header examples as quoted JSON,
 * and backticks in labels, but neither the removal dates of deprecated parts nor the invalid requests of an operation.
 * @param source the bundled document, which is not modified
 */
export function forRedoc(source: Document): Document {
  const document = withForbiddenFields(source);
  showInvalidRequests(document);
  markSources(document, readContract(source));
  const contract = readContract(document);
  for (const operation of contract.operations) {
    const more = `For the sources of each field, the causes of each error, and a form, see [${operation.id}](operations/${operation.id}.html).`;
    operation.node.description = [operation.node.description, more].join('\n\n');
  }
  // The contact is a placeholder until the repository URL is known.
  const info: Record<string, unknown> = document.info ?? {};
  if (JSON.stringify(info.contact ?? '').includes('/OWNER/')) delete info.contact;
  for (const { node, named } of walk(document)) if (!named) rewrite(node);
  return document;
}

function rewrite(node: Record<string, unknown>): void {
  const object = node as Record<string, Json>;
  for (const key of ELSEWHERE) delete object[key];
  for (const [name, property] of members(object.properties)) {
    if (property === false) (object.properties as Record<string, Json>)[name] = { type: 'never sent' };
  }
  for (const [, header] of members(object.headers)) {
    if (!isRecord(header) || header.example === undefined) continue;
    header.description = `${header.description ?? ''} Example: \`${header.example}\`.`.trim();
    delete header.example;
  }
  const terms = deprecationText(object);
  if (terms !== undefined) object.description = [object.description ?? '', terms].join('\n\n').trim();
  if (typeof object.description === 'string') object.description = withoutMarkup(object.description);
  if (typeof object.summary === 'string') object.summary = object.summary.replaceAll('`', '');
}

/** Escapes markup outside code, which Redoc would render as HTML. */
const withoutMarkup = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('');
