import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';

/** Writes lines to a file in a new directory. */
export function fileOf(lines: readonly string[]): string {
  const file = join(temporaryDirectory(), 'list.txt');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

/** Reads the records in a file. Every line must be complete. */
export function recordsIn(file: string): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`${file} ends within a line`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
