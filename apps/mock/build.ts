import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/*
 * Bundles Prism into dist/prism-http, with the licences of its packages. As a dependency, Prism installs 143 packages and 38 MB.
 * Of these, postman-collection and faker take 15 MB, but the mock does not use them.
 */

/** Modules that Prism loads but never calls in the mock, with the reasons. The bundle contains empty modules instead. */
const UNUSED: Record<string, string> = {
  '@faker-js/faker': 'the document has no x-faker',
  '@stoplight/http-spec/postman/operation': 'the document is not a Postman collection',
  '@stoplight/yaml': 'the document is parsed',
  'jsonc-parser': 'the document is parsed',
  'json-schema-ref-parser': 'the document has no references to other files',
  'node-fetch': 'Prism does not forward requests, and the document has no callbacks',
  'http-proxy-agent': 'Prism does not forward requests',
  'https-proxy-agent': 'Prism does not forward requests',
  qs: 'the package url does not parse queries',
};

// Prism and its dependencies are CommonJS modules, which call `require` for Node.js modules.
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
    // Outside node_modules, Node.js prints a deprecation warning for its own `url` module. The npm package has the same code.
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
  target: 'node20',
  banner: { js: HEADER },
  plugins: [resolution],
  metafile: true,
  logLevel: 'warning',
});
const unknown = Object.keys(UNUSED).filter((module) => !found.has(module));
if (unknown.length > 0) throw new Error(`build.ts: Prism does not load ${unknown.join(', ')}; remove it from UNUSED`);

/** Package names, keyed by licence text. */
const licences = new Map<string, Set<string>>();
for (const file of Object.keys(metafile.inputs)) {
  const [directory] = /.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  if (directory === undefined) continue;
  const { name, version, text } = readLicence(join(import.meta.dirname, directory));
  licences.set(text, (licences.get(text) ?? new Set()).add(`${name} ${version}`));
}
const sections = [...licences].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`).sort();
writeFileSync(join(import.meta.dirname, 'dist/prism-http/LICENSES.txt'), sections.join(`\n${'-'.repeat(80)}\n\n`));

/** @throws if a package does not declare a permissive licence */
function readLicence(directory: string): { name: string; version: string; text: string } {
  const { name, version, author, ...manifest } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const licence: string = manifest.license ?? manifest.licenses?.[0]?.type;
  if (!/^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)$/.test(licence))
    throw new Error(`build.ts: ${name} declares the licence ${licence}; the bundle requires a permissive licence`);
  const files = readdirSync(directory).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(directory, file), 'utf8').trim());
  if (texts.length > 0) return { name, version, text: texts.join('\n\n') };
  // Some packages only name the MIT licence. Their licence text comes from this repository.
  if (licence !== 'MIT') throw new Error(`build.ts: ${name} has no licence file for ${licence}`);
  const mit = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8').trim();
  const holder = author?.name ?? author ?? `the authors of ${name}`;
  return { name, version, text: mit.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`) };
}
