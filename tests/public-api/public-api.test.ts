import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { workspacePackages } from '../support/repository.ts';

test('the exports of the published packages match the committed list; `vitest run public-api -u` updates it', async () => {
  const published = workspacePackages().filter(({ isPrivate }) => !isPrivate);
  const sections = published.map(({ name, directory }) =>
    [`## ${name}`, ...publicApi(join(root, directory))].join('\n'),
  );
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('exports.txt');
});

/** Writes declaration files. @returns the path of `index.d.ts` */
function declarations(files: Record<string, string>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return join(directory, 'index.d.ts');
}

test('declarations, lists, aliases and whole modules count as exports', () => {
  const file = declarations({
    'index.d.ts': [
      'export interface A {}',
      'export declare const b: number;',
      "export { c, type D, E as F } from './more/other.js';",
      "export type { G } from 'elsewhere';",
      "export type * from './more/third.js';",
      "export type * as H from 'elsewhere';",
      'declare const hidden: string;',
    ].join('\n'),
    'more/other.d.ts': 'export declare function c(): void;\nexport type D = 1;\nexport interface E {}\n',
    'more/third.d.ts': 'export declare class I {}\n',
  });
  expect(exportsOf(file)).toEqual(['type A', 'type D', 'type F', 'type G', 'type H', 'type I', 'value b', 'value c']);
});

/** An exported name, such as `type Owner` or `value resolve`. */
type Export = `${'type' | 'value'} ${string}`;

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?<kind>type|interface|const|let|var|function\*?|async function|class|enum|namespace) (?<name>[\w$]+)/gm;
const LIST = /^export (?<type>type )?\{(?<names>[^}]*)\}(?: from ['"](?<from>[^'"]+)['"])?/gm;
const STAR = /^export (?<type>type )?\* (?:as (?<name>[\w$]+) )?from ['"](?<from>[^'"]+)['"]/gm;
const TYPES = new Set(['type', 'interface']);

/**
 * Returns the TypeScript exports of a module.
 * @param file a declaration file written by tsc; re-exported modules of the same package are also read
 */
function exportsOf(file: string): Export[] {
  const text = readFileSync(file, 'utf8');
  const next = (from: string) => join(dirname(file), from.replace(/\.([cm]?)[jt]s$/, '.d.$1ts'));
  const found = new Set<Export>();
  for (const { groups } of text.matchAll(DECLARATION)) {
    found.add(`${TYPES.has(groups?.kind ?? '') ? 'type' : 'value'} ${groups?.name}`);
  }
  for (const { groups } of text.matchAll(LIST)) {
    const { type, names = '', from } = groups ?? {};
    for (const entry of names.split(',').map((name) => name.trim())) {
      const [, typeOnly, name, alias] = /^(type )?([\w$]+)(?: as ([\w$]+))?$/.exec(entry) ?? [];
      if (!name) continue;
      const isType = type || typeOnly || (from?.startsWith('.') && exportsOf(next(from)).includes(`type ${name}`));
      found.add(`${isType ? 'type' : 'value'} ${alias ?? name}`);
    }
  }
  for (const { groups } of text.matchAll(STAR)) {
    const { type, name, from = '' } = groups ?? {};
    if (name) found.add(`${type ? 'type' : 'value'} ${name}`);
    else if (!from.startsWith('.')) found.add(`type * from ${from}`);
    else for (const each of exportsOf(next(from))) found.add(type ? (each.replace(/^value/, 'type') as Export) : each);
  }
  return [...found].sort();
}

interface Manifest {
  name: string;
  exports?: Record<string, string | { types?: string }>;
  bin?: Record<string, string>;
}

/**
 * Returns the public API of a package as lines: its programs, its data files, and each exported name with its entry point.
 * @param directory the directory of a built package
 */
function publicApi(directory: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const programs = Object.keys(manifest.bin ?? {}).map((name) => `program ${name}`);
  const entries = Object.entries(manifest.exports ?? {}).filter(([entry]) => entry !== './package.json');
  const names = entries.flatMap(([entry, target]) => {
    const specifier = `${manifest.name}${entry.slice(1)}`;
    if (typeof target === 'string' || !target.types) return [`file ${specifier}`];
    return exportsOf(join(directory, target.types)).map((each) => `${specifier}: ${each}`);
  });
  return [...programs.sort(), ...names];
}
