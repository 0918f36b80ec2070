import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { renderPage } from './page.ts';

/** Makes dist/index.html; a rename is atomic, so there is never half a page. */
const spec = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'));
const target = join(import.meta.dirname, '../dist/index.html');

try {
  const page = renderPage(join(spec, 'dist/openapi.json'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.tmp`, page);
  renameSync(`${target}.tmp`, target);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
