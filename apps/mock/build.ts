import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/*
 * Bundles Prism into dist/prism-http, with the licences of its packages. As a dependency, Prism installs 143 packages and 38 MB.
 * postman-collection and faker have 15 MB of them, and the mock uses neither.
 */

/** Modules that Prism loads and never calls in the mock, with the reason. They are empty in the bundle. */
const UNUSED: Record<string, string> = {
  '@faker-js/faker': 'the document has no x-faker',
  '@stoplight/http-spec/postman/operation': 'the document is not a Postman collection',
  '@stoplight/yaml': 'the document is parsed',
  'jsonc-parser': 'the document is parsed',
  'json-schema-ref-parser': 'the document has no references to other files',
  'node-fetch': 'Prism forwards no request, and the document has no callbacks',
  'http-proxy-agent': 'Prism forwards no request',
  'https-proxy-agent': 'Prism forwards no request',
  qs: 'the package url parses no query',
};

// Prism and its packages are CommonJS: they require the modules of Node.js.
const HEADER = `/*
 * Made by apps/mock/build.ts from @stoplight/prism-http and its dependencies, whose licences are in LICENSES.txt.
 * Left out: ${Object.keys(UNUSED).join(', ')}.
 */
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`;

const found = new Set<string>();
const resolution: Plugin = {
  name: 'resolution',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: new RegExp(`^(${Object.keys(UNUSED).join('|')})$`) }, ({ path }) => {
      found.add(path);
      return { path, namespace: 'empty' };
    });
    // Node.js prints a deprecation warning for its own module outside node_modules. The package is the same code.
    onResolve({ filter: /^url$/ }, ({ kind, resolveDir }) => resolve('url/', { kind, resolveDir }));
    onLoad({ filter: /./, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

const { metafile } = await build({
  stdin: {
    contents: "export { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';",
    resolveDir: import.meta.dirname,
  },
  absWorkingDir: import.meta.dirname,
  outfile: 'dist/prism-http/index.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  banner: { js: HEADER },
  plugins: [resolution],
  metafile: true,
  logLevel: 'warning',
});
const unknown = Object.keys(UNUSED).filter((module) => !found.has(module));
if (unknown.length > 0) throw new Error(`build.ts: Prism does not load ${unknown.join(', ')}; remove it from UNUSED`);

/** The text of a licence → the packages that have it. */
const licences = new Map<string, Set<string>>();
for (const file of Object.keys(metafile.inputs)) {
  const [directory] = /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  if (directory === undefined) continue;
  const { name, version, text } = readLicence(join(import.meta.dirname, directory));
  licences.set(text, (licences.get(text) ?? new Set()).add(`${name} ${version}`));
}
const sections = [...licences].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`).sort();
writeFileSync(join(import.meta.dirname, 'dist/prism-http/LICENSES.txt'), sections.join(`\n${'-'.repeat(80)}\n\n`));

/** @throws when a package does not state a licence that allows the bundle */
function readLicence(directory: string): { name: string; version: string; text: string } {
  const { name, version, author, ...manifest } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const licence: string = manifest.license ?? manifest.licenses?.[0]?.type;
  if (!/^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)$/.test(licence))
    throw new Error(`build.ts: ${name} states the licence ${licence}; a bundle needs a permissive one`);
  const files = readdirSync(directory).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(directory, file), 'utf8').trim());
  if (texts.length > 0) return { name, version, text: texts.join('\n\n') };
  // Some packages only name their licence: MIT, whose text is that of this repository.
  if (licence !== 'MIT') throw new Error(`build.ts: ${name} has no file with its licence ${licence}`);
  const mit = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8').trim();
  const holder = author?.name ?? author ?? `the authors of ${name}`;
  return { name, version, text: mit.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`) };
}
