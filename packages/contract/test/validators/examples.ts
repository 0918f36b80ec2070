import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Document, type ExampleBody, exampleBodies } from '@vehicle-lookup/openapi';

export const document: Document = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json'), 'utf8'),
);

/** All example bodies in the document. */
export const examples: ExampleBody[] = exampleBodies(document);
