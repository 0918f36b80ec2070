import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provenanceFindings } from '@vehicle-lookup/openapi/provenance';
import { sourcePosition } from './source-position.ts';

// Checks that every clause has a place in the document, and that every statement has a clause or an assumption. Reads the
// bundle, because places refer to locations in the bundle.
const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, 'dist', name), 'utf8'));
const document = { ...read('openapi.json'), 'x-clauses': read('clauses.json') ?? undefined };
const findings = provenanceFindings(document);
for (const { message, at } of findings) console.error(`${sourcePosition(at)} ${message}`);
if (findings.length > 0) process.exitCode = 1;
