import { isRecord } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { removeUnused } from '../openapi/unused.ts';
import { walk } from '../openapi/walk.ts';
import { showInvalidRequests } from './invalid-requests.ts';
import { onePathPerOperation } from './projections.ts';

/**
 * Returns the document for OpenAPI tools. Each operation has its own path, and its 400 response shows its invalid requests.
 * `x-clauses` is removed, because its places refer to the source document. Rewrites two kinds of schema without changing their
 * meaning, because Prism otherwise generates invalid bodies from them (json-schema-faker 0.5).
 * @param source a bundled document
 */
export function toolDocument(source: Document): Document {
  const copy = structuredClone(source);
  showInvalidRequests(copy);
  const document = onePathPerOperation(copy);
  delete document['x-clauses'];
  // Removes the shared 400 response, which is now unused.
  removeUnused(document);
  for (const { node, named } of walk(document)) {
    if (named) continue;
    // For `not: { type: object }`, Prism generates a number or a string, even if the schema itself requires an object.
    if (isRecord(node.not) && node.not.type === node.type) delete node.not.type;
    // Prism reformats a string with this format, and the result violates the pattern. A list of types avoids this.
    if (node.format === 'date-time' && node.type === 'string' && 'pattern' in node && Array.isArray(node.examples)) {
      node.type = ['string'];
      node['x-faker'] = { 'helpers.arrayElement': [node.examples] };
    }
  }
  return document;
}
