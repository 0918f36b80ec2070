import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { DOCUMENTS, README, readAccepted, readVersions } from './third-party/files.ts';
import { judge } from './third-party/judge.ts';
import { section, withSection } from './third-party/table.ts';
import type { Result } from './third-party/tool.ts';
import { tools } from './third-party/tools.ts';

/** A document that every tool must reject, because it has no title and refers to a missing schema. */
const invalid = {
  openapi: '3.1.1',
  info: { version: '1.0.0' },
  paths: {
    '/a': {
      get: {
        operationId: 'a',
        responses: {
          200: {
            description: 'A.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/None' }, example: 1 } },
          },
        },
      },
    },
  },
};
const names = Object.keys(tools);
const accepted = readAccepted();

let results: Result[];
beforeAll(async () => {
  const file = join(temporaryDirectory(), 'invalid.json');
  writeFileSync(file, JSON.stringify(invalid));
  const { code, out, err } = await run(join(import.meta.dirname, 'third-party/main.ts'), [...DOCUMENTS, file]);
  expect(code, err).toBe(0);
  results = JSON.parse(out);
});
const about = (document: string): Result[] => results.filter((result) => result.document === document);
const valid = (): Result[] => results.filter(({ document }) => document !== 'invalid.json');

test('third-party tools have only accepted complaints about the documents', () => {
  expect(valid()).toHaveLength(names.length * DOCUMENTS.length);
  expect(judge(valid(), accepted)).toEqual([]);
});

test('the README contains the verdicts that `pnpm --filter @vehicle-lookup/spec third-party` writes', () => {
  const readme = readFileSync(README, 'utf8');
  expect(readme).toBe(withSection(readme, section(valid(), accepted, readVersions())));
});

test.each(names)('%s complains about an invalid document', (tool) => {
  expect(about('invalid.json').find((result) => result.tool === tool)?.complaints).not.toEqual([]);
});
