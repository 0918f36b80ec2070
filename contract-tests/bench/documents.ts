import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { operationTable } from '@vehicle-lookup/contract';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
export type ProjectedDocument = any;

/** The projection with one path an operation: no peer sees ten operations in the document itself. */
export const projection = (): ProjectedDocument =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/operations.json'), 'utf8'));

/** For peers that send no credentials by themselves where both are in the query: they are parameters like others. */
export function withCredentialParameters(): ProjectedDocument {
  const document = projection();
  delete document.security;
  for (const item of Object.values<ProjectedDocument>(document.paths)) {
    delete item.get.security;
    for (const name of operationTable.credentials)
      item.get.parameters.push({ name, in: 'query', required: true, schema: { type: 'string' } });
  }
  return document;
}

/** For a peer that knows OpenAPI 3.0 at most, and takes every documented header for a required one. */
export function inOpenApi30WithoutHeaders(): ProjectedDocument {
  const { paths, components, ...document } = projection();
  const operations = Object.values<ProjectedDocument>(paths).flatMap(({ get }) =>
    Object.values<ProjectedDocument>(get.responses),
  );
  for (const response of [...operations, ...Object.values<ProjectedDocument>(components.responses)])
    delete response.headers;
  return { ...document, openapi: '3.0.3', paths, components };
}
