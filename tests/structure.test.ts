import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { importsOf } from './support/layers.ts';
import { sourceFiles } from './support/repository.ts';

// All code of the repository: sources, generated files, tests, benches and examples.
const code = sourceFiles().filter((file) => /\.[cm]?[jt]s$/.test(file));

/** The most hand-written code files in one directory, tests included. */
const MOST = 16;

/** Code that a product or a generator consists of, not its tests. */
const products = code.filter((file) => !/\.gen\.|(^|\/)(test|bench|fixtures|examples|tests)\//.test(file));

/** Type names that several files may export, each with the reason. */
const SHARED_TYPES: Record<string, string> = {
  Resolution: 'operations: the type of the selectors, bound to the operations of this interface',
};

/** Directories with too many files, each with their number. */
function crowded(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((file) => !basename(file).includes('.gen.'))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST).map(([directory, count]) => `${directory}: ${count}`);
}

test('no import leads back to its file, imports of types included', () => {
  const sources = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(cyclesIn(importGraph(sources))).toEqual([]);
});

test(`no directory has more than ${MOST} hand-written code files`, () => {
  expect(crowded(code)).toEqual([]);
});

test('an exported type name has one meaning: one file declares it', () => {
  const sources = new Map(products.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const ambiguous = ambiguousTypes(sources);
  expect([...ambiguous].filter(([name]) => !Object.hasOwn(SHARED_TYPES, name))).toEqual([]);
  expect(Object.keys(SHARED_TYPES).filter((name) => !ambiguous.has(name))).toEqual([]);
});

test('a type name is ambiguous if two files declare and export it; private, passed-on and emitted types do not count', () => {
  const sources = new Map([
    ['a.ts', 'export type Response = string;\nexport interface Change {}\ninterface Verdict {}'],
    ['b.ts', "export class Response {}\nexport enum Verdict { yes }\nexport type { Change } from './a.ts';"],
    ['c.ts', 'const emitted = `\nexport type Change = string;`;'],
  ]);
  expect([...ambiguousTypes(sources)]).toEqual([['Response', ['a.ts', 'b.ts']]]);
});

test('a cycle is named by its path', () => {
  // The specifiers are inserted, so that these sources are not read as imports of this file.
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

test('a crowded directory is named with the number of its files; generated files do not count', () => {
  const files = Array.from({ length: MOST }, (_, index) => `a/${index}.ts`);
  expect(crowded([...files, 'a/b/c.ts', 'a/d.gen.ts'])).toEqual([]);
  expect(crowded([...files, 'a/e.ts'])).toEqual([`a: ${MOST + 1}`]);
});

/** File → the files that it imports by a relative path. Imports of types count. */
type ImportGraph = Map<string, string[]>;

/** @param sources file, from the repository's root → text */
function importGraph(sources: Map<string, string>): ImportGraph {
  const importsIn = (file: string, text: string) =>
    importsOf(text)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => join(file, '..', specifier))
      .filter((target) => sources.has(target));
  return new Map([...sources].map(([file, text]) => [file, importsIn(file, text)]));
}

/** Import cycles, each as the path that leads back to its first file. At least one of those that share files is found. */
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

/** Whether a place is inside a template, which a generator emits: an odd number of backticks is before it. */
const isEmitted = (text: string, index: number): boolean =>
  text.slice(0, index).replaceAll('\\`', '').split('`').length % 2 === 0;

/** The names of the types, interfaces, classes and enums that a source file declares and exports. */
const declaredTypes = (text: string): string[] =>
  [...text.matchAll(DECLARATION)]
    .filter(({ index }) => !isEmitted(text, index))
    .map(({ groups }) => groups?.name ?? '');

/**
 * Type names that more than one file exports, each with its files. A file that passes a type on does not declare it.
 * @param sources file, from the repository's root → text
 */
function ambiguousTypes(sources: Map<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const name of declaredTypes(text)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  return new Map([...files].filter(([, declaring]) => declaring.length > 1));
}
