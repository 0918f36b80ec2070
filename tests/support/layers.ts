import { dirname, join, relative } from 'node:path/posix';
import type { WorkspacePackage } from './repository.ts';

/** A row in the layer table. Patterns are paths from the root; `*` matches a name, `**` any directories. */
interface Layer {
  directories: string[];
  /** The directories after `without` in the first column, which are excluded. */
  without: string[];
  mayImport: string[];
  mustNot: string[];
}

const COLUMNS = ['directory', 'may import', 'must not'];

/**
 * Reads the table below the heading "Layers".
 * @throws Error if the table is missing or has different columns
 */
export function readLayers(markdown: string): Layer[] {
  const [, section = ''] = markdown.split(/^## Layers$/m);
  const rows = (section.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  const [head, , ...body] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  if (head?.join() !== COLUMNS.join()) {
    throw new Error(`expected a table with the columns ${COLUMNS.join(', ')} below "## Layers"`);
  }
  return body.map(([first = '', mayImport = '', mustNot = '']) => ({
    directories: quoted(first.split(' without ')[0] ?? ''),
    without: quoted(first.split(' without ')[1] ?? ''),
    mayImport: quoted(mayImport),
    mustNot: quoted(mustNot),
  }));
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** Reports whether a path matches a pattern or is inside a matching directory. `.` matches the files in the root. */
export function isNamed(pattern: string, path: string): boolean {
  if (pattern === '.') return !path.includes('/');
  const [any, one] = ['(?:.*/)?', '[^/]*'];
  const source = pattern
    .replace(/[.+]/g, '\\$&')
    .split('**/')
    .map((part) => part.replaceAll('*', one))
    .join(any);
  return new RegExp(`^${source}(?:$|/)`).test(path);
}

/** An import in a source. */
interface Import {
  specifier: string;
  /** The first line is 1. */
  line: number;
  /** Whether the module is only resolved, not imported. */
  isResolved: boolean;
}

// A static import begins a line, so that imports inside strings of generators and tests do not count.
const STATIC = /^(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;
const CALLED = /\b(import|require|resolve)\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Returns every import, re-export, dynamic import, `require` and `resolve` with a literal specifier. */
export function importsOf(source: string): Import[] {
  const text = withoutComments(source);
  const line = (index: number) => text.slice(0, index).split('\n').length;
  const written = [...text.matchAll(STATIC)].map((match) => ({
    specifier: match[1] ?? match[2] ?? '',
    line: line(match.index),
    isResolved: false,
  }));
  const called = [...text.matchAll(CALLED)].map((match) => ({
    specifier: match[2] ?? '',
    line: line(match.index),
    isResolved: match[1] === 'resolve',
  }));
  return [...written, ...called];
}

/** Removes comments without changing line numbers. */
const withoutComments = (source: string): string =>
  source.replace(/^\s*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '');

interface Source {
  /** The path, relative to the repository root. */
  file: string;
  text: string;
}

/** Reports whether a file belongs to the package itself, and not to its tests, benches or generators. */
const isProduct = (inPackage: string): boolean =>
  !/^(test|bench|generate)\b|\.test\.ts$|^vitest\.config/.test(inPackage);
const isStarter = (inPackage: string): boolean => /^(test|bench|support)\b|\.test\.ts$/.test(inPackage);

/** Compares the imports of sources with the table. Each finding contains the file, the line, the import and the allowed imports. */
export function checkImports(sources: Source[], layers: Layer[], packages: WorkspacePackage[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const home = homeOf(file, packages);
    const homeDirectory = home?.directory ?? dirname(file);
    const inPackage = relative(homeDirectory, file);
    const isAny = (patterns: readonly string[]) => patterns.some((pattern) => isNamed(pattern, file));
    const rows = layers.filter(({ directories, without }) => isAny(directories) && !isAny(without));
    if (rows.length === 0) return [`${file}: no row in the table of layers matches this file`];
    const allowed = rows.flatMap(({ mayImport }) => mayImport);
    const forbidden = isProduct(inPackage) ? rows.flatMap(({ mustNot }) => mustNot) : [];
    return importsOf(text).flatMap(({ specifier, line, isResolved }) => {
      const place = `${file}:${line}: ${specifier}`;
      const target = targetOf(specifier, file, packages);
      const isAtHome = target !== undefined && isNamed(homeDirectory, target);
      // A pattern for a part of the package also applies inside the package.
      const clash = forbidden.find(
        (pattern) => isNamed(pattern, target ?? specifier) && (!isAtHome || pattern.startsWith(`${homeDirectory}/`)),
      );
      if (clash) return [`${place}: must not import ${clash}`];
      if (isAtHome) return [];
      if (target === undefined) return [];
      if (isStart(specifier, isResolved, inPackage, home)) return [];
      if (!allowed.some((pattern) => isNamed(pattern, target))) {
        return [`${place}: may import ${allowed.join(', ') || 'nothing outside its package'}`];
      }
      const isPublished = home && !home.isPrivate && isProduct(inPackage);
      if (isPublished && specifier.startsWith('.')) return [`${place}: a published package must be imported by name`];
      return [];
    });
  });
}

/** Compares the dependencies of packages with the table. */
export function checkDependencies(layers: Layer[], packages: WorkspacePackage[]): string[] {
  const directories = new Map(packages.map(({ name, directory }) => [name, directory]));
  const withBin = packages.filter(({ bin }) => Object.keys(bin).length > 0).map(({ directory }) => directory);
  const isStarted = (directory: string) => isNamed('apps/*', directory) || withBin.includes(directory);
  return packages.flatMap(({ directory, dependencies, devDependencies }) => {
    const may = (...files: string[]) =>
      layers
        .filter((layer) =>
          layer.directories.some((pattern) => files.some((file) => isNamed(pattern, join(directory, file)))),
        )
        .flatMap(({ mayImport }) => mayImport);
    const own = may('src/index.ts');
    const all = may('src/index.ts', 'generate.ts', 'test/some.test.ts');
    const outside = (names: string[], allowed: string[], orStarted: boolean) =>
      names.filter((name) => {
        const target = directories.get(name);
        if (target === undefined || (orStarted && isStarted(target))) return false;
        return !allowed.some((pattern) => isNamed(pattern, target));
      });
    const said = (kind: string, allowed: string[]) => (name: string) =>
      `${join(directory, 'package.json')}: ${kind}: ${name}: may list ${allowed.join(', ') || 'no workspace package'}`;
    return [
      ...outside(dependencies, own, false).map(said('dependencies', own)),
      ...outside(devDependencies, all, true).map(said('devDependencies', all)),
    ];
  });
}

/**
 * Finds sources that start a program of this repository without listing its package in `devDependencies`. Such a program may not be built.
 * @param directories the argument of `bin` → the directory of the package
 */
export function checkStarts(
  sources: Source[],
  directories: Record<string, string>,
  packages: WorkspacePackage[],
): string[] {
  return sources.flatMap(({ file, text }) => {
    const home = homeOf(file, packages) ?? packages.find(({ directory }) => directory === '');
    const isTested = /\bstartMock\b[^;]*from '@vehicle-lookup\/testing/.test(text);
    const names = [...text.matchAll(/\bbin\('(\w+)'/g)].map(([, name = '']) => name);
    const started = [...new Set(isTested ? [...names, 'mock'] : names)].map((name) => directories[name]);
    return packages
      .filter(({ directory, name }) => started.includes(directory) && home !== undefined && home.name !== name)
      .filter(({ name }) => !home?.devDependencies.includes(name))
      .map(({ name }) => `${file}: starts a program of ${name}, which ${home?.name} does not list in devDependencies`);
  });
}

const homeOf = (file: string, packages: WorkspacePackage[]): WorkspacePackage | undefined =>
  packages.find(({ directory }) => directory !== '' && file.startsWith(`${directory}/`));

/** Returns the path of an imported file, relative to the root; undefined for third-party packages. */
function targetOf(specifier: string, file: string, packages: WorkspacePackage[]): string | undefined {
  if (specifier.startsWith('.')) return join(file, '..', specifier);
  const found = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  return found && join(found.directory, specifier.slice(found.name.length));
}

/** Reports whether a test resolves an app to start it. */
function isStart(specifier: string, isResolved: boolean, inPackage: string, home?: WorkspacePackage): boolean {
  const name = specifier.replace(/\/package\.json$/, '');
  return isResolved && name !== specifier && isStarter(inPackage) && home?.devDependencies.includes(name) === true;
}
