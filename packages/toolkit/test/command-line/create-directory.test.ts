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

test('a directory is created with its missing parents, and an existing directory is kept', () => {
  const directory = join(temporaryDirectory(), 'a', 'b', 'c');
  createDirectory(directory);
  writeFileSync(join(directory, 'file'), '');
  createDirectory(directory);
  expect(existsSync(join(directory, 'file'))).toBe(true);
});

test('a file instead of a directory is rejected', () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  expect(() => createDirectory(file)).toThrow('EEXIST');
  expect(() => createDirectory(join(file, 'a'))).toThrow('EEXIST');
});

// mkdirSync with `recursive` never returns there.
test.runIf(existsSync('/proc/self'))('a place where no directory can be is rejected immediately', () => {
  expect(() => mkdirSync('/proc/x')).toThrow('ENOENT');
  expect(() => createDirectory('/proc/x')).toThrow('ENOENT');
  expect(() => createDirectory('/proc/x/y')).toThrow('ENOENT');
});
