import { basename, extname, posix } from 'node:path';
import { at, child, type Document, isRecord, isReference, keysOf } from '@vehicle-lookup/openapi';
import { CannotRateError } from '../cannot-rate.ts';
import { componentKind, isData } from './component-kind.ts';
import { readSource, type SourceFile } from './source-file.ts';
import type { Tree } from './tree.ts';

/** Source location of a part of a document. */
export interface SourcePlace {
  /** File name as shown in messages. */
  file: string;
  /** Line number, from 1. */
  line: number;
}

export interface Bundle {
  document: Document;
  /** Returns the source location of a pointer in the bundle; for a missing part, the location of its nearest existing parent. */
  placeOf: (pointer: string) => SourcePlace;
}

/** Source of a node in the bundle. */
interface Origin {
  source: SourceFile;
  keys: (string | number)[];
}

/**
 * Reads a document and bundles its files. The target of a reference to another file becomes a component named after its key
 * or file. References to URLs are rejected.
 * @throws CannotRateError when a file is missing or invalid, or a reference cannot be followed
 */
export function bundle(tree: Tree): Bundle {
  const sources = new Map<string, SourceFile>();
  /** Origins of the nodes whose source location cannot be derived from their parent. */
  const origins = new Map<unknown, Origin>();
  /** Reference targets that are known to exist. */
  const checked = new Set<string>();
  /** References to the components, by the target that became the component. */
  const components = new Map<string, string>();

  const sourceAt = (path: string, from?: Origin): SourceFile => {
    const known = sources.get(path);
    if (known) return known;
    if (from && tree.read(path) === undefined) throw referenceError(from, `the file ${path} does not exist`);
    const source = readSource(tree, path);
    sources.set(path, source);
    return source;
  };

  const root = sourceAt(tree.root);
  if (!isRecord(root.value))
    throw new CannotRateError(`${root.name}: expected an OpenAPI document, found a different value`);
  // A root component in a separate file keeps its key as its name.
  const named = isRecord(root.value.components) ? root.value.components : {};
  for (const [kind, group] of Object.entries(named)) {
    for (const [name, node] of Object.entries(isRecord(group) ? group : {})) {
      if (kind === 'pathItems' || !isReference(node) || node.$ref.startsWith('#')) continue;
      components.set(targetOf(node.$ref, root), child(child('#/components', kind), name));
    }
  }
  const document: Record<string, unknown> = {};
  origins.set(document, { source: root, keys: [] });

  for (const [key, value] of Object.entries(root.value)) {
    const copied = copy(value, { source: root, keys: [key] }, [], true);
    document[key] = key === 'components' ? { ...(document.components as object), ...mergedComponents(copied) } : copied;
  }
  return { document: document as Document, placeOf: (pointer) => placeOf(document, origins, pointer) };

  /** Returns the components of the root together with the components added so far. */
  function mergedComponents(own: unknown): Record<string, unknown> {
    const added = isRecord(document.components) ? document.components : {};
    const kinds = new Set([...Object.keys(isRecord(own) ? own : {}), ...Object.keys(added)]);
    return Object.fromEntries(
      [...kinds].map((kind) => [kind, { ...Object(added[kind]), ...Object((own as Record<string, unknown>)[kind]) }]),
    );
  }

  /** Copies a node and resolves its references. @param within targets that are being inlined, to detect cycles */
  function copy(node: unknown, from: Origin, within: readonly string[], isInPlace = false): unknown {
    if (typeof node !== 'object' || node === null || isData(from.keys)) return node;
    if (isReference(node)) return reference(node, from, within, isInPlace);
    // Most values are strings and numbers, which are not copied.
    const copyAt = (one: unknown, key: string | number) =>
      typeof one === 'object' ? copy(one, { source: from.source, keys: [...from.keys, key] }, within) : one;
    const parts = Object.entries(node).map(([key, one]): [string, unknown] => [key, copyAt(one, key)]);
    // Most nodes of the root keep their location and parts, so the original nodes are used.
    const isKept = from.source === root && within.length === 0;
    if (isKept && parts.every(([key, one]) => (node as Record<string, unknown>)[key] === one)) return node;
    return Array.isArray(node) ? parts.map(([, one]) => one) : Object.fromEntries(parts);
  }

  function reference(node: { $ref: string }, from: Origin, within: readonly string[], isInPlace: boolean): unknown {
    const { $ref, ...more } = node;
    if (/^[a-z][a-z+.-]*:/i.test($ref)) {
      throw referenceError(from, `${$ref} is a URL, and only local copies of files are read`);
    }
    const target = targetOf($ref, from.source);
    const [path = '', pointer = ''] = target.split('#');
    const source = sourceAt(path, from);
    if (!checked.has(target)) {
      if (pointer !== '' && at(source.value, pointer) === undefined)
        throw referenceError(from, `${$ref} does not exist`);
      if (source === root && isCircle(root.value, pointer)) throw referenceError(from, `${$ref} refers to itself`);
      checked.add(target);
    }
    const beside = copy(more, from, within) as Record<string, unknown>;
    const isNamed = isComponentOfRoot(from);
    if (source === root && !isNamed) {
      // If there are other keywords, the reference comes first, so that their order does not affect a fingerprint.
      const isKept = within.length === 0 && $ref === `#${pointer}` && Object.keys(more).length === 0;
      return isKept ? node : { $ref: `#${pointer}`, ...beside };
    }
    const kind = componentKind(from.keys);
    if (kind === undefined || isInPlace || isNamed) {
      if (within.includes(target)) throw referenceError(from, `${$ref} refers to itself`);
      const value = copyOf(source, pointer, [...within, target]);
      return isRecord(value) && Object.keys(beside).length > 0 ? marked({ ...value, ...beside }, from) : value;
    }
    return { $ref: components.get(target) ?? addComponent(kind, target, source, pointer), ...beside };
  }

  /** Returns a copy of a reference target. */
  function copyOf(source: SourceFile, pointer: string, within: readonly string[]): unknown {
    const from = { source, keys: keysOf(pointer) };
    return marked(copy(at(source.value, pointer), from, within), from);
  }

  /** Returns whether a node is `components.<kind>.<name>` in the root. Such a node is replaced by its target. */
  function isComponentOfRoot({ source, keys }: Origin): boolean {
    return source === root && keys.length === 3 && keys[0] === 'components';
  }

  function addComponent(kind: string, target: string, source: SourceFile, pointer: string): string {
    document.components ??= {};
    const all = document.components as Record<string, Record<string, unknown>>;
    all[kind] ??= {};
    const group = all[kind];
    const own = isRecord(named[kind]) ? named[kind] : {};
    const plain = pointer === '' ? basename(source.path, extname(source.path)) : String(keysOf(pointer).at(-1));
    let name = plain;
    for (let number = 2; name in group || name in own; number++) name = `${plain}-${number}`;
    const place = child(child('#/components', kind), name);
    components.set(target, place);
    group[name] = {};
    group[name] = copyOf(source, pointer, []);
    return place;
  }

  function marked<T>(node: T, from: Origin): T {
    if (typeof node === 'object' && node !== null && !origins.has(node)) origins.set(node, from);
    return node;
  }
}

/** Returns whether a reference leads back to itself through other references. */
function isCircle(document: unknown, pointer: string): boolean {
  const seen = new Set<string>();
  let node = at(document, pointer);
  for (let place = pointer; isReference(node) && node.$ref.includes('#'); node = at(document, place)) {
    if (seen.has(place)) return true;
    seen.add(place);
    place = node.$ref.slice(node.$ref.indexOf('#') + 1);
  }
  return false;
}

/** Returns a reference target as file and pointer, such as `components/parameters.yaml#/Vin`. */
function targetOf($ref: string, source: SourceFile): string {
  const [file = '', pointer = ''] = $ref.split('#');
  const path = file === '' ? source.path : posix.join(posix.dirname(source.path), decodeURI(file));
  return `${path}#${decodeURI(pointer)}`;
}

function referenceError({ source, keys }: Origin, why: string): CannotRateError {
  return new CannotRateError(
    `${source.name}:${source.lineOf([...keys, '$ref'])}: the reference cannot be followed, because ${why}; correct it`,
  );
}

function placeOf(document: unknown, origins: ReadonlyMap<unknown, Origin>, pointer: string): SourcePlace {
  let node = document;
  let nearest = origins.get(document) as Origin;
  let rest: string[] = [];
  for (const key of keysOf(pointer)) {
    node = isRecord(node) || Array.isArray(node) ? (node as Record<string, unknown>)[key] : undefined;
    const origin = origins.get(node);
    rest = origin ? [] : [...rest, key];
    nearest = origin ?? nearest;
  }
  return { file: nearest.source.name, line: nearest.source.lineOf([...nearest.keys, ...rest]) };
}
