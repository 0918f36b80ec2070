import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/**
 * Writes the scripts and style sheets to dist/static. The pages are generated when the site is served or written, because they
 * contain URLs and verdicts. A failed build does not affect the previous build, because the directory is renamed last.
 */
const out = join(import.meta.dirname, '../dist/static');
const fresh = `${out}.${process.pid}`;
const inSource = (path: string): string => join(import.meta.dirname, path);
const redocly = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
const redoc = readFileSync(join(redocly, 'lib/chunks/redoc.standalone.js'), 'utf8');

/** Changes to Redoc's bundle, because the policy forbids images from other servers and style attributes. */
const CHANGES: readonly [found: RegExp, replacement: string][] = [
  // If the logo cannot be loaded, Redoc omits it.
  [/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, 'data:,'],
  // Rules in the style sheet replace the style attribute of each code token.
  [/` style="color: var\(\$\{(\w+)\}\)"`/g, '` data-token="$${$1}"`'],
];

const withRedoc: Plugin = {
  name: 'redoc',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^redoc$/ }, () => ({ path: 'redoc', namespace: 'redoc' }));
    onLoad({ filter: /./, namespace: 'redoc' }, () => ({ contents: CHANGES.reduce(changed, redoc) }));
  },
};

function changed(text: string, [found, replacement]: (typeof CHANGES)[number]): string {
  const other = text.replaceAll(found, replacement);
  if (other === text) throw new Error(`Redoc's bundle does not contain ${found}. Adapt CHANGES in src/build.ts.`);
  return other;
}

const common: BuildOptions = { outdir: fresh, bundle: true, minify: true, legalComments: 'none', logLevel: 'error' };

try {
  await build({
    ...common,
    entryPoints: ['early', 'site', 'find', 'try-it', 'reference'].map((name) => inSource(`browser/${name}.ts`)),
    // Import packages from source, like this file, so that the build does not require compiled packages.
    conditions: ['@vehicle-lookup/source'],
    format: 'iife',
    target: 'es2023',
    // Redoc prints a greeting to the console.
    drop: ['console'],
    plugins: [withRedoc],
  });
  await build({ ...common, entryPoints: [inSource('styles/site.css')] });
  for (const name of new Set(redoc.match(/--code-block-tokens-[\w-]+-color/g)))
    appendFileSync(join(fresh, 'site.css'), `[data-token="${name}"]{color:var(${name})}`);
  cpSync(inSource('styles/mark.svg'), join(fresh, 'mark.svg'));
  // Good compression takes seconds, so it is done in advance.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const program = readFileSync(join(fresh, 'reference.js'));
  writeFileSync(join(fresh, 'reference.js.br'), brotliCompressSync(program, { params }));
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
