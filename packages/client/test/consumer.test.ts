import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compile, expectations, messagesByLine } from './compiler.ts';

const folder = join(import.meta.dirname, 'consumer');

describe('a wrong query does not compile', () => {
  const file = join(folder, 'wrong-queries.ts');
  const expected = expectations(readFileSync(file, 'utf8'));
  const messages = messagesByLine(compile(file));

  test.each(expected)('and for line %i the compiler says: %s', (line, text) => {
    expect(messages.get(line)).toContain(text);
  });

  test('and the compiler says nothing of other lines', () => {
    expect([...messages.keys()]).toEqual(expected.map(([line]) => line));
  });
});

test('a consumer of ten calls costs the compiler at most 1,000 instantiations', () => {
  const output = compile(join(folder, 'ten-calls.ts'), '--extendedDiagnostics');
  expect(messagesByLine(output)).toEqual(new Map());
  expect(Number(/^Instantiations:\s+(\d+)$/m.exec(output)?.[1])).toBeLessThanOrEqual(1_000);
});

test('the example in the README compiles', () => {
  const example = /```ts\n(.*?)```/s.exec(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8'))?.[1] ?? '';
  // Inside the package, so that it imports the package by its name.
  const temporary = mkdtempSync(join(import.meta.dirname, '.readme-'));
  onTestFinished(() => rmSync(temporary, { recursive: true }));
  writeFileSync(join(temporary, 'example.ts'), example);
  expect(compile(join(temporary, 'example.ts'))).toBe('');
});

test('the README quotes what the compiler says', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const quoted = [...readme.matchAll(/^\| `\{.*\| (.*?)(?: …)? *\|$/gm)].map(([, text]) => text);
  const messages = compile(join(folder, 'wrong-queries.ts'));
  expect(quoted).toHaveLength(4);
  for (const text of quoted) expect(messages).toContain(text);
});
