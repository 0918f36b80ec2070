#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  // Most of the start-up time is spent compiling Prism.
  module.enableCompileCache?.();
  await import(main.href);
} else {
  console.error('vehicle-lookup-mock is not built; run `pnpm build`');
  process.exitCode = 1;
}
