#!/usr/bin/env node
import { existsSync } from 'node:fs';

const file = new URL('../dist/src/program.js', import.meta.url);
if (existsSync(file)) {
  const { program } = await import(file.href);
  await program.main();
} else {
  console.error('vehicle-lookup-contract is not built; run `pnpm build`');
  process.exitCode = 2;
}
