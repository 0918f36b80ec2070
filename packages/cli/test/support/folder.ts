import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vehicle-lookup-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file of lines in a folder of its own. */
export function fileOf(lines: readonly string[]): string {
  const file = join(temporaryFolder(), 'list.txt');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

/** The records in a file; every line has to be whole. */
export function recordsIn(file: string): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`${file} ends within a line`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
