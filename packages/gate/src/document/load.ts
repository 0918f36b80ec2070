import { at, type Document, isRecord, isReference, METHODS, members } from '@vehicle-lookup/openapi';
import { CannotRateError } from '../cannot-rate.ts';
import { bundle, type SourcePlace } from './bundle.ts';
import { diskTree, fileName, gitTree, npmTree, type Tree } from './tree.ts';

/** One side of a comparison. */
export interface LoadedDocument extends DocumentForm {
  /** Name of the document as passed by the caller. */
  name: string;
  /** Name of the root file, for messages. */
  file: string;
  document: Document;
  placeOf: (pointer: string) => SourcePlace;
}

/**
 * Reads the document that an argument names.
 * @param argument a file, a directory, `git:REVISION[:PATH]` or `npm:PACKAGE@VERSION[:PATH]`
 * @throws CannotRateError when the document cannot be compared; the message names the file, the location and the next step
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

/** Rejects a document that is not an OpenAPI 3 document with operations. */
function rejectOther(document: Document, file: string, placeOf: (pointer: string) => SourcePlace): void {
  const { openapi, swagger, paths, webhooks } = document;
  if (typeof openapi !== 'string' || !/^3\.[012]\./.test(openapi)) {
    const found = openapi ?? swagger;
    const line = placeOf(openapi === undefined ? '/swagger' : '/openapi').line;
    const what = found === undefined ? 'no version' : `version ${JSON.stringify(found)}`;
    throw new CannotRateError(
      `${file}:${line}: expected an OpenAPI 3.0, 3.1 or 3.2 document, found ${what}; convert it`,
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
        `${file}:${placeOf(`/${name}`).line}: expected an object as \`${name}\`, found a different type; correct it`,
      );
    }
  }
  if (members(paths).length + members(webhooks).length === 0) {
    throw new CannotRateError(`${file}: the document has no operations to compare; pass a different file`);
  }
}

/** The form of a document and the reason for it, for messages. */
interface DocumentForm {
  /** Whether the operations are in components.pathItems and share one path, where the query selects an operation. */
  hasSelectors: boolean;
  /** Why the document has this form, for example `there are 2 paths`. */
  form: string;
}

/**
 * Determines a document's form only from its structure. Parameters are ignored, so that a keyword that other programs cannot
 * read does not hide the operations.
 */
function formOf(document: Document): DocumentForm {
  const unused = Object.keys(unusedPathItems(document));
  const paths = members(document.paths).filter(([path]) => path.startsWith('/'));
  const [[path = '', item] = []] = paths;
  if (unused.length === 0) return { hasSelectors: false, form: 'no operation is only in components.pathItems' };
  if (paths.length !== 1) return { hasSelectors: false, form: `there are ${paths.length} paths` };
  const methods = methodsOf(document, item);
  if (methods.length === 1) {
    return { hasSelectors: true, form: `one path has its operations in components.pathItems (${unused.join(', ')})` };
  }
  return { hasSelectors: false, form: `${path} has ${methods.length === 0 ? 'no method' : methods.join(' and ')}` };
}

/** Returns the unreferenced path items by name. In a document with selectors, these are the operations. */
export function unusedPathItems(document: Document): Record<string, unknown> {
  const items = members(document.components?.pathItems);
  if (items.length === 0) return {};
  const used = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === '$ref') used.add(value);
    return value;
  });
  return Object.fromEntries(items.filter(([name]) => !used.has(`#/components/pathItems/${name}`)));
}

/** Returns the methods of a path item, without OPTIONS, which only describes the other methods. */
function methodsOf(document: Document, item: unknown): string[] {
  const node = isReference(item) ? at(document, item.$ref.slice(1)) : item;
  return METHODS.filter((method) => method !== 'options' && isRecord(node) && isRecord(node[method]));
}
