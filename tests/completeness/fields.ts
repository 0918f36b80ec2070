import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { type Document, dereference, type Schema } from '@vehicle-lookup/openapi';
import { parse } from 'yaml';

type Node = Schema | { $ref: string } | undefined;

/**
 * The fields of one form of a body that are missing in another form, as paths. A field with the schema `false` is forbidden
 * and does not count.
 * @param narrow the form whose fields are checked
 * @param wide the form that should have them
 */
export function fieldsBeyond(document: Document, narrow: Node, wide: Node, at = ''): string[] {
  const [here, there] = [fieldsOf(document, narrow), fieldsOf(document, wide)];
  return Object.entries(here).flatMap(([name, schema]) => {
    const path = `${at}/${name}`;
    const counterpart = there[name];
    return counterpart === undefined ? [path] : fieldsBeyond(document, schema, counterpart, path);
  });
}

/** The fields of a schema, of its alternatives and of its items. */
function fieldsOf(document: Document, node: Node): Record<string, Node> {
  if (node === undefined) return {};
  const schema = dereference(document, node) as Record<string, unknown>;
  const inner = [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat().filter((part) => part !== undefined);
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node | false>).filter(
    ([, value]) => value !== false,
  );
  return Object.assign(Object.fromEntries(own), ...inner.map((part) => fieldsOf(document, part as Node)));
}

/** The differences of two lists, each as a sentence; none when they have the same elements. */
export function differences(what: string, document: Iterable<string>, part: Iterable<string>): string[] {
  const [expected, found] = [new Set(document), new Set(part)];
  return [
    ...[...expected].filter((name) => !found.has(name)).map((name) => `${name} is in the document, not in ${what}`),
    ...[...found].filter((name) => !expected.has(name)).map((name) => `${name} is in ${what}, not in the document`),
  ];
}

/** The fields of an interface or of an object that a file exports. */
export function membersOf(file: string, name: string): string[] {
  const [, body = ''] =
    new RegExp(`^export (?:interface ${name}|const ${name}\\b.*=) \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
      readFileSync(file, 'utf8'),
    ) ?? [];
  const [, indent = ''] = /^(\s+)/.exec(body) ?? [];
  const lines = body.split('\n').filter((line) => line.startsWith(indent) && /^['\w]/.test(line.slice(indent.length)));
  return lines.map((line) => /'?([\w$-]+)'?/.exec(line)?.[1] ?? '');
}

/** The list at the end of a message "expected one of …". */
export const expectedIn = (message: string): string[] =>
  (/expected one of ([\w$, -]+)/.exec(message)?.[1] ?? '').split(', ').filter((name) => /^[\w$-]+$/.test(name));

/** A component or an operation, and where it is written. */
interface Entry {
  /** Its key in `components`. */
  kind: string;
  name: string;
  /** `spec/operations/getFluids.yaml`, or `spec/components/parameters.yaml#/Vin` in a file that holds several. */
  place: string;
}

/** Every component and operation of these files. A file with a small letter below `components` holds several, by name. */
export function entriesOf(repository: string, files: string[]): Entry[] {
  return files.flatMap((file) => {
    const [, kind = 'pathItems'] = /\/components\/(\w+)/.exec(file) ?? [];
    const stem = basename(file, '.yaml');
    if (kind === 'pathItems' || /^[A-Z]/.test(stem)) return [{ kind, name: stem, place: file }];
    const names = Object.keys(parse(readFileSync(join(repository, file), 'utf8')));
    return names.map((name) => ({ kind, name, place: `${file}#/${name}` }));
  });
}

/** A `$ref` of the document to another place of it. */
interface Reference {
  from: string;
  /** From the repository's root, as the place of an entry. */
  to: string;
}

/** Every reference in these files. */
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
