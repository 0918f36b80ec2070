import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { README } from './third-party/files.ts';
import { type Accepted, judge } from './third-party/judge.ts';
import { section, withSection } from './third-party/table.ts';
import type { Result } from './third-party/tool.ts';

describe('the verdict on complaints of third-party tools', () => {
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
