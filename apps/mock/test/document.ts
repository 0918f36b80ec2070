import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { operationTable } from '@vehicle-lookup/contract';
import { type Document, type ExampleBody, exampleBodies, exampleQuery } from '@vehicle-lookup/openapi';

const path = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json');
const document: Document = JSON.parse(readFileSync(path, 'utf8'));

/** The named examples for all operations and statuses. */
export const examples: ExampleBody[] = exampleBodies(document);

/** Returns an operation's declared statuses in the format that messages use. */
export const statusesOf = (id: string): string =>
  operationTable.operations.find((one) => one.id === id)?.statuses.join(', ') ?? '';

/** Returns a valid query for an operation, without credentials. */
export const queryOf = (id: string): string => new URLSearchParams(exampleQuery(document, id)).toString();
