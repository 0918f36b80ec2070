import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../src/index.ts';
import { operations } from '../src/operations/operations.ts';
import { compile } from './compiler.ts';
import { startMock } from './mock.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const snippets = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, source = '']) => source);

// Inside the package, so that they import the package by its name.
const folder = mkdtempSync(join(import.meta.dirname, '.readme-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { baseUrl } = await startMock();

/** Runs a program; resolves to its exit code and what it said. */
function run(file: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [file]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

describe.each(snippets.map((source, index) => [index + 1, source] as const))(
  'snippet %i of the README',
  (number, source) => {
    const file = join(folder, `${number}.ts`);
    writeFileSync(file, source.replaceAll('http://127.0.0.1:4010', baseUrl));

    test('compiles', () => {
      expect(compile(file)).toBe('');
    });

    test('runs against the mock', async () => {
      const { code, said } = await run(file);
      expect({ code, said }).toEqual({ code: 0, said: expect.not.stringMatching(/undefined|NaN/) });
    });
  },
);

/** The names in backticks in the first column of the table below a heading. */
const firstColumn = (heading: string): string[] => {
  const table = /\n\|.*?\n\n/s.exec(readme.slice(readme.indexOf(heading)))?.[0] ?? '';
  return table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)/g)].map(([, name = '']) => name));
};

// That it lists every one, the repository's tests of documents hold: here the document may have an operation more.
test('the README lists no method that is not there', () => {
  const listed = firstColumn('# @vehicle-lookup/client');
  expect(listed.length).toBeGreaterThan(0);
  expect(Object.keys(operations)).toEqual(expect.arrayContaining(listed));
});

/** Complete, or it would not compile. */
const codes: Record<ErrorCode, true> = {
  bad_request: true,
  unauthorized: true,
  forbidden_by_plan: true,
  not_found: true,
  quota_exhausted: true,
  rate_limited: true,
  refused: true,
  server: true,
  timeout: true,
  aborted: true,
  network: true,
  invalid_response: true,
  invalid_argument: true,
};

test('the README lists every code of an error and no other', () => {
  expect(firstColumn('## Errors').toSorted()).toEqual(Object.keys(codes).toSorted());
});

test('the README quotes what the compiler says', () => {
  const quoted = [...readme.matchAll(/^\| `\{.*\| (.*?)(?: …)? *\|$/gm)].map(([, text]) => text);
  const messages = compile(join(import.meta.dirname, 'consumer/wrong-queries.ts'));
  expect(quoted).toHaveLength(4);
  for (const text of quoted) expect(messages).toContain(text);
});
