import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const source = join(import.meta.dirname, '../dist/clients.json');
const document = JSON.parse(readFileSync(source, 'utf8'));
const operations: { operationId: string; responses: Record<string, { content: object }> }[] = Object.values(
  document.paths as Record<string, { get: never }>,
).map(({ get }) => get);
const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };

/** The generated file of each language, and the pattern of a method for an operation ID and a response type. */
const LANGUAGES: Record<string, [file: string, method: (id: string, type: string) => RegExp]> = {
  python: ['client.py', (id, type) => new RegExp(`    def ${snake(id)}\\(.*\\) -> ${type}:`)],
  go: ['client.go', (id, type) => new RegExp(`func \\(c \\*Client\\) ${capital(id)}\\(.*\\) \\(\\*?${type}, error\\)`)],
  php: ['client.php', (id, type) => new RegExp(`public function ${id}\\([^)]*\\): ${type}\\b`)],
  java: ['Client.java', (id, type) => new RegExp(`public ${type} ${id}\\(`)],
};
const snake = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const capital = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

let directory: string;
beforeAll(async () => {
  directory = temporaryDirectory();
  const generators = Object.keys(LANGUAGES).flatMap((name) => ['--generator', name]);
  const args = ['generate-client', source, ...generators, '--output', join(directory, 'client.ts')];
  const { code, out, err } = await run(redocly, args, { cwd: directory, env });
  expect(code, out + err).toBe(0);
});

describe.each(Object.entries(LANGUAGES))('the %s client generated from clients.json', (_, [file, method]) => {
  const text = () => readFileSync(join(directory, file), 'utf8');

  test('has a method with a typed response for each operation', () => {
    expect(operations).not.toEqual([]);
    for (const { operationId, responses } of operations) {
      const { schema } = Object.values(responses['200']?.content ?? {})[0] as { schema: { $ref: string } };
      expect(text()).toMatch(method(operationId, schema.$ref.split('/').at(-1) ?? ''));
    }
  });

  test('has no type with a trailing number, which generators add to duplicate names', () => {
    const types =
      text().match(/^\s*(?:public |static |final |readonly )*(?:class|type|record|interface) (\w+)/gm) ?? [];
    expect(types.length).toBeGreaterThan(10);
    expect(types.filter((type) => /\d$/.test(type))).toEqual([]);
  });
});
