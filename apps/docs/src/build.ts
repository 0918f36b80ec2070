import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildSync } from 'esbuild';
import { renderReference } from './reference/page.ts';

/**
 * Makes dist/static/: the reference, the scripts and the styles. The pages are made when the site is served or written, because they
 * show addresses and verdicts. Everything is made beside its place first, so a failure leaves the previous build as it was.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 } };
const home = join(import.meta.dirname, '..');
const spec = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'));

try {
  const reference = renderReference(join(spec, 'dist/openapi.json'));

  const fresh = join(home, `dist/.static-${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
    mkdirSync(join(fresh, 'assets'));
    writeFileSync(join(fresh, 'reference.html'), reference.html);
    for (const [path, text] of reference.files) {
      writeFileSync(join(fresh, path), text);
      // Compressing them well takes seconds, which no reader should wait for.
      writeFileSync(join(fresh, `${path}.br`), brotliCompressSync(text, BROTLI));
    }
    cpSync(join(import.meta.dirname, 'styles/mark.svg'), join(fresh, 'assets/mark.svg'));
    buildSync({
      entryPoints: ['site.css', 'reference.css'].map((name) => join(import.meta.dirname, 'styles', name)),
      outdir: join(fresh, 'assets'),
      bundle: true,
      minify: true,
    });
    buildSync({
      entryPoints: ['theme.ts', 'site.ts', 'find.ts', 'try-it.ts', 'reference.ts'].map((name) =>
        join(import.meta.dirname, 'browser', name),
      ),
      outdir: join(fresh, 'assets'),
      bundle: true,
      // From source, as this file runs: the build needs no compiled package.
      conditions: ['@vehicle-lookup/source'],
      minify: true,
      format: 'iife',
      target: 'es2023',
      legalComments: 'none',
    });
    rmSync(join(home, 'dist/static'), { recursive: true, force: true });
    renameSync(fresh, join(home, 'dist/static'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
