import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/openapi';
import { readContract } from '@vehicle-lookup/testing/generated';
import { build } from 'esbuild';
import { validatorCode } from './code.ts';

// Writes dist/compiled.js, which has no dependency: the modules that ajv's code requires are bundled into it.
const document: Document = readContract();
const directory = join(import.meta.dirname, '../..');
await build({
  stdin: { contents: validatorCode(document), resolveDir: directory },
  // Paths in the code then depend neither on the working directory nor on where pnpm keeps packages.
  absWorkingDir: directory,
  preserveSymlinks: true,
  outfile: 'dist/validators/compiled.js',
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['main'],
  legalComments: 'none',
});
