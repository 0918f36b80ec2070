import { type Document, isRecord, members } from '@vehicle-lookup/openapi';
import { CannotRateError } from '../cannot-rate.ts';
import { bundle, type SourcePlace } from './bundle.ts';
import { diskTree, npmTree } from './disk-tree.ts';
import { formOf } from './form.ts';
import { gitTree } from './git-tree.ts';
import { fileName, type Tree } from './tree.ts';

/** One side of a comparison. */
export interface LoadedDocument {
  /** As the caller named it. */
  name: string;
  /** The root file, for messages. */
  file: string;
  document: Document;
  /** Whether query parameters choose the operation of a single path: such a document is compared by its projection. */
  hasSelectors: boolean;
  /** Why it is of that form or not, for messages: `it has 2 paths`. */
  form: string;
  placeOf: (pointer: string) => SourcePlace;
}

/**
 * Reads the document that an argument names.
 * @param argument a file, a directory, `git:REVISION[:PATH]` or `npm:PACKAGE@VERSION[:PATH]`
 * @throws CannotRateError when nothing can be compared; the message names the file, the place and the next step
 */
export function load(argument: string, cwd?: string): LoadedDocument {
  const tree = treeOf(argument, cwd);
  const { document, placeOf } = bundle(tree);
  const file = fileName(tree, tree.root);
  rejectOther(document, file, placeOf);
  return { name: argument, file, document, ...formOf(document), placeOf };
}

function treeOf(argument: string, cwd?: string): Tree {
  const [, kind, rest = ''] = /^(git|npm):(.+)$/.exec(argument) ?? [];
  if (kind === 'git') return gitTree(rest, cwd);
  return kind === 'npm' ? npmTree(rest) : diskTree(argument);
}

/** What is not an OpenAPI 3 document with operations has nothing that could be compared. */
function rejectOther(document: Document, file: string, placeOf: (pointer: string) => SourcePlace): void {
  const { openapi, swagger, paths, webhooks } = document;
  if (typeof openapi !== 'string' || !/^3\.[012]\./.test(openapi)) {
    const found = openapi ?? swagger;
    const line = placeOf(openapi === undefined ? '/swagger' : '/openapi').line;
    const what = found === undefined ? 'no version' : `the version ${JSON.stringify(found)}`;
    throw new CannotRateError(
      `${file}:${line}: expected an OpenAPI document of version 3.0, 3.1 or 3.2, found ${what}; convert it`,
    );
  }
  for (const [name, value] of Object.entries({
    paths,
    webhooks,
    info: document.info,
    components: document.components,
  })) {
    if (value !== undefined && !isRecord(value)) {
      throw new CannotRateError(
        `${file}:${placeOf(`/${name}`).line}: expected an object as \`${name}\`, found another value; correct it`,
      );
    }
  }
  if (members(paths).length + members(webhooks).length === 0) {
    throw new CannotRateError(
      `${file}: the document has no operation, so there is nothing to compare; give another file`,
    );
  }
}
