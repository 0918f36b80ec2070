import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provenanceFindings } from '@vehicle-lookup/openapi/provenance';
import { sourcePosition } from './source-position.ts';

// Every clause of the specification has its place in the document, and every statement its clause or assumption. This is
// read off the bundle, because places are named as they are there.
const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, 'dist', name), 'utf8'));
const document = { ...read('openapi.json'), 'x-clauses': read('clauses.json') ?? undefined };
const findings = provenanceFindings(document);
for (const { message, at } of findings) console.error(`${sourcePosition(at)} ${message}`);
if (findings.length > 0) process.exitCode = 1;
