import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDirectory } from '../../src/command-line/index.ts';

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'command-line-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('a directory is created with its missing parents, and existing directories are kept', () => {
  const directory = join(temporaryDirectory(), 'a', 'b', 'c');
  createDirectory(directory);
  writeFileSync(join(directory, 'file'), '');
  createDirectory(directory);
  expect(existsSync(join(directory, 'file'))).toBe(true);
});

test('a path that is a file or is below a file is rejected', () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  expect(() => createDirectory(file)).toThrow('EEXIST');
  expect(() => createDirectory(join(file, 'a'))).toThrow('EEXIST');
});

// mkdirSync with `recursive` never returns in /proc.
test.runIf(existsSync('/proc/self'))('a path at which no directory can exist is rejected immediately', () => {
  expect(() => mkdirSync('/proc/x')).toThrow('ENOENT');
  expect(() => createDirectory('/proc/x')).toThrow('ENOENT');
  expect(() => createDirectory('/proc/x/y')).toThrow('ENOENT');
});
