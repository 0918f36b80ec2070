import { globSync, readFileSync } from 'node:fs';

/** The differences of two lists, each as a sentence; none when they have the same elements. */
export function differences(what: string, document: Iterable<string>, part: Iterable<string>): string[] {
  const [expected, found] = [new Set(document), new Set(part)];
  return [
    ...[...expected].filter((name) => !found.has(name)).map((name) => `${name} is in the document, not in ${what}`),
    ...[...found].filter((name) => !expected.has(name)).map((name) => `${name} is in ${what}, not in the document`),
  ];
}

/** The members of an interface that a generated file exports. */
export function membersOf(file: string, name: string): string[] {
  const [, body = ''] =
    new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  const [, indent = ''] = /^(\s+)/.exec(body) ?? [];
  const lines = body.split('\n').filter((line) => line.startsWith(indent) && /^['\w]/.test(line.slice(indent.length)));
  return lines.map((line) => /'?([\w$-]+)'?/.exec(line)?.[1] ?? '');
}

/** The list at the end of a message "expected one of …". */
export const expectedIn = (message: string): string[] =>
  (/expected one of ([\w$, -]+)/.exec(message)?.[1] ?? '').split(', ').filter((name) => /^[\w$-]+$/.test(name));

/** The names of the files of a directory, up to the first dot. */
export const stems = (directory: string): string[] =>
  globSync('*.*', { cwd: directory })
    .map((file) => file.replace(/\..*$/, ''))
    .sort();
