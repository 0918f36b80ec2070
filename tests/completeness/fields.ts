import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { type Document, dereference, type Schema } from '@vehicle-lookup/openapi';
import { parse } from 'yaml';

type Node = Schema | { $ref: string } | undefined;

/**
 * Returns the paths of the fields that one form of a body contains and the other form lacks. A field with the schema `false` is
 * forbidden and does not count.
 * @param narrow the form whose fields are checked
 * @param wide the form that should contain these fields
 */
export function fieldsBeyond(document: Document, narrow: Node, wide: Node, at = ''): string[] {
  const [here, there] = [fieldsOf(document, narrow), fieldsOf(document, wide)];
  return Object.entries(here).flatMap(([name, schema]) => {
    const path = `${at}/${name}`;
    const counterpart = there[name];
    return counterpart === undefined ? [path] : fieldsBeyond(document, schema, counterpart, path);
  });
}

/** Returns the fields of a schema, of its alternatives and of its items. */
function fieldsOf(document: Document, node: Node): Record<string, Node> {
  if (node === undefined) return {};
  const schema = dereference(document, node) as Record<string, unknown>;
  const inner = [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat().filter((part) => part !== undefined);
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node | false>).filter(
    ([, value]) => value !== false,
  );
  return Object.assign(Object.fromEntries(own), ...inner.map((part) => fieldsOf(document, part as Node)));
}

/** Returns the differences of two lists as sentences; empty if the lists have the same elements. */
export function differences(what: string, document: Iterable<string>, part: Iterable<string>): string[] {
  const [expected, found] = [new Set(document), new Set(part)];
  return [
    ...[...expected].filter((name) => !found.has(name)).map((name) => `${name} is in the document, not in ${what}`),
    ...[...found].filter((name) => !expected.has(name)).map((name) => `${name} is in ${what}, not in the document`),
  ];
}

/** Returns the fields of an exported interface or object in a file. */
export function membersOf(file: string, name: string): string[] {
  const [, body = ''] =
    new RegExp(`^export (?:interface ${name}|const ${name}\\b.*=) \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
      readFileSync(file, 'utf8'),
    ) ?? [];
  const [, indent = ''] = /^(\s+)/.exec(body) ?? [];
  const lines = body.split('\n').filter((line) => line.startsWith(indent) && /^['\w]/.test(line.slice(indent.length)));
  return lines.map((line) => /'?([\w$-]+)'?/.exec(line)?.[1] ?? '');
}

/** Returns the list at the end of an "expected one of …" message. */
export const expectedIn = (message: string): string[] =>
  (/expected one of ([\w$, -]+)/.exec(message)?.[1] ?? '').split(', ').filter((name) => /^[\w$-]+$/.test(name));

/** A component or an operation, and its location. */
interface Entry {
  /** The key in `components`. */
  kind: string;
  name: string;
  /** `spec/operations/getFluids.yaml`, or `spec/components/parameters.yaml#/Vin` in a file with several components. */
  place: string;
}

/**
 * Returns every component and operation in these files. A file below `components` whose name begins with a small letter
 * contains several components.
 */
export function entriesOf(repository: string, files: string[]): Entry[] {
  return files.flatMap((file) => {
    const [, kind = 'pathItems'] = /\/components\/(\w+)/.exec(file) ?? [];
    const stem = basename(file, '.yaml');
    if (kind === 'pathItems' || /^[A-Z]/.test(stem)) return [{ kind, name: stem, place: file }];
    const names = Object.keys(parse(readFileSync(join(repository, file), 'utf8')));
    return names.map((name) => ({ kind, name, place: `${file}#/${name}` }));
  });
}

/** A `$ref` to another location in the document. */
interface Reference {
  from: string;
  /** The target, relative to the repository root, like the location of an entry. */
  to: string;
}

/** Returns every reference in these files. */
export function referencesOf(repository: string, files: string[]): Reference[] {
  return files.flatMap((from) => {
    const found: Reference[] = [];
    collect(parse(readFileSync(join(repository, from), 'utf8')), (ref) => {
      const [file = '', pointer] = ref.split('#');
      const target = file === '' ? from : join(from, '..', file);
      found.push({ from, to: pointer === undefined ? target : `${target}#${pointer}` });
    });
    return found;
  });
}

function collect(node: unknown, see: (ref: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' && typeof value === 'string') see(value);
    else collect(value, see);
  }
}
