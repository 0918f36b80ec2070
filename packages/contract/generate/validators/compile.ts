import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/openapi';
import { readContract } from '@vehicle-lookup/testing/generated';
import { build } from 'esbuild';
import { validatorCode } from './code.ts';

// Writes dist/validators/compiled.js without dependencies: the required ajv modules are bundled.
const document: Document = readContract();
const directory = join(import.meta.dirname, '../..');
await build({
  stdin: { contents: validatorCode(document), resolveDir: directory },
  // Makes paths in the code independent of the working directory and of pnpm's package store.
  absWorkingDir: directory,
  preserveSymlinks: true,
  outfile: 'dist/validators/compiled.js',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['main'],
  legalComments: 'none',
});
