/** A place in a source that reaches for another module. */
export interface Import {
  specifier: string;
  /** From 1. */
  line: number;
  /** Only the place of the module is asked for. */
  isResolved: boolean;
}

// Static ones begin a line, so that an import in a string of a generator or of a test is not taken for one.
const STATIC = /^(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;
const CALLED = /\b(import|require|resolve)\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every import, re-export, dynamic import, `require` and `resolve` of a source whose specifier is written out. */
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

/** Lines stay where they are. */
const withoutComments = (source: string): string =>
  source.replace(/^\s*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/^\s*\/\/.*$/gm, '');
