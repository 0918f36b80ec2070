#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/vpic/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('vehicle-lookup-vpic is not built; run `pnpm build`');
  process.exitCode = 1;
}
