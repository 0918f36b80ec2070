import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, startMock } from '@vehicle-lookup/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../src/index.ts';
import { operations } from '../src/operations/operations.ts';
import { compile } from './support/compiler.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const snippets = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, source = '']) => source);

// Inside the package, so that the snippets can import the package by its name.
const directory = mkdtempSync(join(import.meta.dirname, '.readme-'));
afterAll(() => rmSync(directory, { recursive: true }));
const { address: baseUrl } = await startMock();

describe.each(snippets.map((source, index) => [index + 1, source] as const))(
  'snippet %i of the README',
  (number, source) => {
    const file = join(directory, `${number}.ts`);
    writeFileSync(file, source.replaceAll('http://127.0.0.1:4010', baseUrl));

    test('compiles', async () => {
      expect(await compile(file)).toBe('');
    });

    test('runs against the mock', async () => {
      const { code, out, err } = await run(file, [], { cwd: directory });
      expect({ code, printed: out + err }).toEqual({ code: 0, printed: expect.not.stringMatching(/undefined|NaN/) });
    });
  },
);

test("the example in the repository's README shows its actual output", async () => {
  const [, source = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const file = join(directory, 'first-screen.ts');
  writeFileSync(file, source.replaceAll('http://127.0.0.1:4010', baseUrl));
  expect(await compile(file)).toBe('');
  const { out } = await run(file);
  expect(source).toContain(`// ${out.trim()}\n`);
});

/** Returns the cells of each row of the table below a heading. */
const rows = (heading: string): string[][] => {
  const table = /\n\|.*?\n\n/s.exec(readme.slice(readme.indexOf(heading)))?.[0] ?? '';
  return table.split('\n').map((row) =>
    row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  );
};

/** Returns the names in backticks in the first column of the table below a heading. */
const firstColumn = (heading: string): string[] =>
  rows(heading).flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name = '']) => name));

// tests/documents.test.ts checks that every method is listed. In this test, the document may have an additional operation.
test('the README lists only methods that exist', () => {
  const listed = firstColumn('# @vehicle-lookup/client');
  expect(listed.length).toBeGreaterThan(0);
  expect(Object.keys(operations)).toEqual(expect.arrayContaining(listed));
});

/** All error codes. A missing code would not compile. */
const codes: Record<ErrorCode, true> = {
  bad_request: true,
  unauthorized: true,
  forbidden_by_plan: true,
  not_found: true,
  quota_exhausted: true,
  rate_limited: true,
  rejected: true,
  server: true,
  timeout: true,
  aborted: true,
  network: true,
  invalid_response: true,
  invalid_argument: true,
};

test('the README lists exactly the existing error codes', () => {
  expect(firstColumn('## Errors').toSorted()).toEqual(Object.keys(codes).toSorted());
});

/** The options of a client, with their doc comments. */
const documented = new Map(
  [...readFileSync(join(import.meta.dirname, '../src/call/options.ts'), 'utf8').matchAll(/interface (\w+).*?^}/gms)]
    .filter(([, name]) => name === 'RequestOptions' || name === 'ClientOptions')
    .flatMap(([members]) => [...members.matchAll(/\/\*\*(.*?)\*\/\s+(\w+)\??:/gs)])
    .map(([, comment = '', name = '']) => [name, comment.replace(/\s+(?:\* )?/g, ' ').trim()]),
);

test('the README lists exactly the existing options', () => {
  expect(firstColumn('## Options').toSorted()).toEqual([...documented.keys(), 'user', 'key'].toSorted());
});

test('the README and the types describe each option in the same way', () => {
  const meanings = new Map(rows('## Options').map(([cell = '', meaning = '']) => [cell.replaceAll('`', ''), meaning]));
  for (const [name, comment] of documented) expect(meanings.get(name)?.replace(/ See \[.*$/, ''), name).toBe(comment);
});

test('the README quotes actual compiler messages', async () => {
  const quoted = [...readme.matchAll(/^\| `\{.*\| (.*?)(?: …)? *\|$/gm)].map(([, text]) => text);
  const messages = await compile(join(import.meta.dirname, 'consumer/invalid-queries.ts'));
  expect(quoted).toHaveLength(4);
  for (const text of quoted) expect(messages).toContain(text);
});
