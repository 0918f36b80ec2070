import {
  type Document,
  isRecord,
  type Json,
  members,
  showInvalidRequests,
  walk,
  withForbiddenFields,
} from '@vehicle-lookup/openapi';
import { defaultAddress, readContract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { markSources } from './mark-sources.ts';

/** Keys that descriptions say in words, and that would only make the reference larger. */
const ELSEWHERE = ['x-clauses', 'x-assumptions', 'x-assumes', 'x-specified'];

/**
 * The document in the form in which Redoc shows what it says. Redoc writes "any" for the schema `false`, quotes the examples of
 * headers as JSON, shows back-ticks in labels, and cannot know which problems an operation can have.
 * @param source the bundled document; it is not changed
 */
export function forRedoc(source: Document): Document {
  const document = withForbiddenFields(source);
  showInvalidRequests(document);
  markSources(document, readContract(source));
  const contract = readContract(document);
  for (const operation of contract.operations) {
    const more = `Fields with their sources, every error with its request, samples, and a form: [${operation.id}](operations/${operation.id}.html).`;
    operation.node.description = [operation.node.description, more].join('\n\n');
  }
  // Until the repository has an address, there is none to show.
  const info: Record<string, unknown> = document.info ?? {};
  if (JSON.stringify(info.contact ?? '').includes('/OWNER/')) delete info.contact;
  document.servers = [{ url: defaultAddress(source) }];
  for (const { node, named } of walk(document)) if (!named) rewrite(node);
  return document;
}

function rewrite(node: Record<string, unknown>): void {
  const object = node as Record<string, Json>;
  for (const key of ELSEWHERE) delete object[key];
  for (const [name, property] of members(object.properties)) {
    if (property === false) (object.properties as Record<string, Json>)[name] = { type: 'never sent' };
  }
  for (const [, header] of members(object.headers)) describeExample(header);
  // Redoc shows that something is deprecated, not until when.
  const terms = deprecationText(object);
  if (terms !== undefined) object.description = [object.description ?? '', terms].join('\n\n').trim();
  if (typeof object.description === 'string') object.description = withoutMarkup(object.description);
  if (typeof object.summary === 'string') object.summary = object.summary.replaceAll('`', '');
}

/** A header's example as it is on the wire. */
function describeExample(header: unknown): void {
  if (!isRecord(header) || header.example === undefined) return;
  header.description = `${header.description ?? ''} Example: \`${header.example}\`.`.trim();
  delete header.example;
}

/** Markup is text, as on all pages: Redoc's Markdown would make elements of it. Code is text already. */
const withoutMarkup = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('');
