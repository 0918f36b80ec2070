import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Accepted } from './judge.ts';

const spec = join(import.meta.dirname, '../..');

/** The documents that the tools check. */
export const DOCUMENTS: readonly string[] = ['openapi.json', 'operations.json', 'clients.json', 'specified.json'].map(
  (name) => join(spec, 'dist', name),
);
export const README: string = join(spec, 'README.md');

export const readAccepted = (): Accepted[] =>
  parse(readFileSync(join(import.meta.dirname, 'accepted.yaml'), 'utf8')) as Accepted[];

/** Returns the versions of the tool packages, by package name. */
export function readVersions(): Record<string, string> {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  return {
    ...read(join(spec, 'package.json')).devDependencies,
    ...read(join(import.meta.dirname, 'package.json')).dependencies,
  };
}
