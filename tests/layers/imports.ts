/** An import in a source. */
export interface Import {
  specifier: string;
  /** The first line is 1. */
  line: number;
  /** The module is only resolved, not imported. */
  isResolved: boolean;
}

// A static import begins a line: an import inside a string of a generator or a test does not count.
const STATIC = /^(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;
const CALLED = /\b(import|require|resolve)\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every import, re-export, dynamic import, `require` and `resolve` with a literal specifier. */
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

/** Keeps the number of each line. */
const withoutComments = (source: string): string =>
  source.replace(/^\s*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '');
