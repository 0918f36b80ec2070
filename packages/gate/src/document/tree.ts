/** Files that a document consists of, wherever they are kept. */
export interface Tree {
  /** How messages name the tree: `git:v1.0.0`; empty for the working directory. */
  name: string;
  /** The root document, as a path in the tree. */
  root: string;
  /** The text of a file; undefined if there is none. Paths are normalized and use `/`. */
  read: (path: string) => string | undefined;
}

/** Where a document is looked for, in a directory, a revision or a package that is named without a file. */
export const ROOTS: readonly string[] = [
  'spec/openapi.yaml',
  'openapi.yaml',
  'openapi.yml',
  'openapi.json',
  'dist/openapi.yaml',
  'dist/openapi.json',
];

/** A file of a tree for a message. */
export const fileName = (tree: Tree, path: string): string => (tree.name === '' ? path : `${tree.name}:${path}`);

/**
 * A typed word for a message: a name or a path. Anything else may be a key in the wrong place and is not repeated.
 */
export const typed = (word: string): string =>
  /^[\w.@^~-]{1,20}$/.test(word) || /^[\w.@/\\^~: -]*[./\\][\w.@/\\^~: -]*$/.test(word)
    ? word
    : '(not shown, because it may be a secret)';
