import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/document';
import { readBuilt } from '../../scripts/read-built.ts';
import { writeGenerated } from '../../scripts/write-generated.ts';
import { validatorCode } from './generate/code.ts';
import { statusCode } from './generate/statuses.ts';

const document: Document = readBuilt('openapi.json');
const source = 'spec/dist/openapi.json';
const digest = createHash('sha256').update(validatorCode(document)).digest('hex');

writeGenerated(join(import.meta.dirname, 'src/statuses.gen.ts'), source, statusCode(document));
writeGenerated(
  join(import.meta.dirname, 'src/compiled.gen.ts'),
  source,
  `/**
 * The SHA-256 of the code that the build bundles into dist/compiled.js. It changes with the bodies and headers that the
 * validators accept, so that a review sees that they change, and the gate asks for a changeset.
 */
export const compiledDigest = '${digest}';
`,
);
