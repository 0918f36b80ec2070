import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { importsOf } from './support/layers.ts';
import { sourceFiles } from './support/repository.ts';

// All code in the repository: sources, generated files, tests, benches and examples.
const code = sourceFiles().filter((file) => /\.[cm]?[jt]s$/.test(file));

/** The maximum number of hand-written code files in one directory, including tests. */
const MOST = 16;

/** The code of products and generators, without tests. */
const products = code.filter((file) => !/\.gen\.|(^|\/)(test|bench|fixtures|examples|tests)\//.test(file));

/** Type names that several files may export, each with the reason. */
const SHARED_TYPES: Record<string, string> = {
  Resolution: 'operations: the type of the selectors, bound to the operations of this API',
};

/** Returns the directories with too many files, each with the number of files. */
function crowded(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((file) => !basename(file).includes('.gen.'))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST).map(([directory, count]) => `${directory}: ${count}`);
}

test('imports, including type imports, are acyclic', () => {
  const sources = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(cyclesIn(importGraph(sources))).toEqual([]);
});

test(`a directory has at most ${MOST} hand-written code files`, () => {
  expect(crowded(code)).toEqual([]);
});

test('an exported type name is declared in only one file', () => {
  const sources = new Map(products.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const ambiguous = ambiguousTypes(sources);
  expect([...ambiguous].filter(([name]) => !Object.hasOwn(SHARED_TYPES, name))).toEqual([]);
  expect(Object.keys(SHARED_TYPES).filter((name) => !ambiguous.has(name))).toEqual([]);
});

test('a type name is ambiguous if two files declare and export it, except private, re-exported and emitted types', () => {
  const sources = new Map([
    ['a.ts', 'export type Response = string;\nexport interface Change {}\ninterface Verdict {}'],
    ['b.ts', "export class Response {}\nexport enum Verdict { yes }\nexport type { Change } from './a.ts';"],
    ['c.ts', 'const emitted = `\nexport type Change = string;`;'],
  ]);
  expect([...ambiguousTypes(sources)]).toEqual([['Response', ['a.ts', 'b.ts']]]);
});

test('a cycle is reported with its path', () => {
  // The specifiers are inserted, so that the check does not treat these sources as imports of this file.
  const importing = (...specifiers: string[]) =>
    specifiers.map((name) => `import type { A } from '${name}';`).join('\n');
  const sources = new Map([
    ['a/one.ts', importing('./two.ts', 'elsewhere')],
    ['a/two.ts', `export * from '${'../b/three.ts'}';`],
    ['b/three.ts', importing('../a/one.ts', './alone.ts')],
    ['b/alone.ts', ''],
  ]);
  expect(cyclesIn(importGraph(sources))).toEqual(['a/one.ts → a/two.ts → b/three.ts → a/one.ts']);
});

test('a crowded directory is reported with the number of its files, without generated files', () => {
  const files = Array.from({ length: MOST }, (_, index) => `a/${index}.ts`);
  expect(crowded([...files, 'a/b/c.ts', 'a/d.gen.ts'])).toEqual([]);
  expect(crowded([...files, 'a/e.ts'])).toEqual([`a: ${MOST + 1}`]);
});

/** File → the files that it imports with a relative path, including type imports. */
type ImportGraph = Map<string, string[]>;

/** @param sources file, relative to the repository root → text */
function importGraph(sources: Map<string, string>): ImportGraph {
  const importsIn = (file: string, text: string) =>
    importsOf(text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => join(file, '..', specifier))
      .filter((target) => sources.has(target));
  return new Map([...sources].map(([file, text]) => [file, importsIn(file, text)]));
}

/** Returns import cycles, each as a path back to its first file. Of several cycles with common files, at least one is found. */
function cyclesIn(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const path: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string): void => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start !== -1) {
      cycles.push([...path.slice(start), file].join(' → '));
      return;
    }
    path.push(file);
    for (const imported of graph.get(file) ?? []) visit(imported);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:const )?(?:type|interface|class|enum) (?<name>\w+)(?=[ <=])/gm;

/** Reports whether an index is inside a template that a generator emits, that is, after an odd number of backticks. */
const isEmitted = (text: string, index: number): boolean =>
  text.slice(0, index).replaceAll('\\`', '').split('`').length % 2 === 0;

/** Returns the names of the types, interfaces, classes and enums that a source file declares and exports. */
const declaredTypes = (text: string): string[] =>
  [...text.matchAll(DECLARATION)]
    .filter(({ index }) => !isEmitted(text, index))
    .map(({ groups }) => groups?.name ?? '');

/**
 * Returns the type names that more than one file exports, each with its files. A file that re-exports a type does not declare it.
 * @param sources file, relative to the repository root → text
 */
function ambiguousTypes(sources: Map<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const name of declaredTypes(text)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  return new Map([...files].filter(([, declaring]) => declaring.length > 1));
}
