import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleNames } from '@vehicle-lookup/modules';
import { run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENTS, README, readAccepted, readVersions } from './third-party/files.ts';
import { type Accepted, judge } from './third-party/judge.ts';
import { section, withSection } from './third-party/table.ts';
import type { Result } from './third-party/tool.ts';

/** Invalid in every tool's view: no title, and a reference to a schema that is not there. */
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
const tools = moduleNames(join(import.meta.dirname, 'third-party/tools'));
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

test('the tools of others have no complaints about the documents but the accepted ones', () => {
  expect(valid()).toHaveLength(tools.length * DOCUMENTS.length);
  expect(judge(valid(), accepted)).toEqual([]);
});

test('the README shows the verdicts; `pnpm --filter @vehicle-lookup/spec third-party` writes them', () => {
  const readme = readFileSync(README, 'utf8');
  expect(readme).toBe(withSection(readme, section(valid(), accepted, readVersions())));
});

test.each(tools)('%s complains about an invalid document', (tool) => {
  expect(about('invalid.json').find((result) => result.tool === tool)?.complaints).not.toEqual([]);
});

describe('the verdict', () => {
  const complaint = { text: 'no-slash', detail: '/a/' };
  const made = (document: string, ...complaints: Result['complaints']): Result => ({
    tool: 'linter',
    title: '@made-up/linter (`strict`)',
    document,
    complaints,
  });
  const entry: Accepted = { tool: 'linter', documents: ['a.json'], complaint: 'no-slash', reason: 'It has one.' };

  test('is free of faults when complaints and accepted ones are the same', () => {
    expect(judge([made('a.json', complaint, complaint), made('b.json')], [entry])).toEqual([]);
  });

  test.each([
    ['is not listed', []],
    ['is listed for another tool', [{ ...entry, tool: 'parser' }]],
    ['is listed for another document', [{ ...entry, documents: ['b.json'] }]],
    ['has another text', [{ ...entry, complaint: 'no-slash-' }]],
  ])('names a complaint that %s', (_, list) => {
    expect(judge([made('a.json', complaint)], list)).toContain(
      'linter complains about a.json: no-slash (/a/). Change the document, or list the complaint in ' +
        'spec/test/third-party/accepted.yaml with a reason.',
    );
  });

  test.each([
    ['a document', made('b.json', complaint), ['a.json', 'b.json'], 'a.json'],
    ['any document', made('a.json'), ['a.json'], 'a.json'],
  ])('names an accepted complaint that is not made about %s any more', (_, result, documents, document) => {
    expect(judge([result], [{ ...entry, documents }])).toEqual([
      `spec/test/third-party/accepted.yaml: linter does not complain about ${document} any more: no-slash. Remove the entry ` +
        'or the document.',
    ]);
  });

  test('is written between the marks of the README, in a row for each tool and a column for each document', () => {
    const text = section([made('a.json', complaint), made('b.json')], [entry], { '@made-up/linter': '1.2.3' });
    expect(text).toBe(`| tool                               | \`a.json\`    | \`b.json\` |
| ---------------------------------- | ----------- | -------- |
| \`@made-up/linter\` 1.2.3 (\`strict\`) | complaint 1 | accepts  |

Accepted complaints:

1. linter, \`no-slash\`: It has one.`);
    const readme = readFileSync(README, 'utf8');
    expect(withSection(withSection(readme, text), 'other')).toBe(withSection(readme, 'other'));
    expect(withSection(readme, text)).toContain(`-->\n\n${text}\n\n<!--`);
    expect(() => withSection('# Another', text)).toThrow(/^spec\/README\.md: expected the lines <!-- Written by/);
  });
});
