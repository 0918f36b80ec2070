import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { README } from './third-party/files.ts';
import { type Accepted, judge } from './third-party/judge.ts';
import { section, withSection } from './third-party/table.ts';
import type { Result } from './third-party/tool.ts';

describe('the verdict on complaints from third-party tools', () => {
  const complaint = { text: 'no-slash', detail: '/a/' };
  const made = (document: string, ...complaints: Result['complaints']): Result => ({
    tool: 'linter',
    title: '@made-up/linter (`strict`)',
    document,
    complaints,
  });
  const entry: Accepted = { tool: 'linter', documents: { 'a.json': 2 }, complaint: 'no-slash', reason: 'It has one.' };

  test('has no errors if only accepted complaints are made', () => {
    expect(judge([made('a.json', complaint, complaint), made('b.json')], [entry])).toEqual([]);
  });

  test.each([
    ['is not listed', []],
    ['is listed for another tool', [{ ...entry, tool: 'parser' }]],
    ['is listed for another document', [{ ...entry, documents: { 'b.json': 1 } }]],
    ['is listed with a different text', [{ ...entry, complaint: 'no-slash-' }]],
  ])('reports a complaint that %s', (_, list) => {
    expect(judge([made('a.json', complaint)], list)).toContain(
      'linter complains about a.json: no-slash (/a/). Change the document, or list the complaint in ' +
        'spec/test/third-party/accepted.yaml with a reason.',
    );
  });

  test.each([
    ['a document', made('b.json', complaint), { 'a.json': 1, 'b.json': 1 }],
    ['any document', made('a.json'), { 'a.json': 1 }],
  ])('reports an accepted complaint that is no longer made about %s', (_, result, documents) => {
    expect(judge([result], [{ ...entry, documents }])).toEqual([
      'spec/test/third-party/accepted.yaml: linter, no-slash: expected 1 complaints about a.json, got 0. Update the number, or ' +
        'remove the document if it is 0.',
    ]);
  });

  test('reports an additional complaint of an accepted rule, with all locations', () => {
    const results = [made('a.json', complaint, complaint, { text: 'no-slash', detail: '/b/' })];
    expect(judge(results, [entry])).toEqual([
      'spec/test/third-party/accepted.yaml: linter, no-slash: expected 2 complaints about a.json, got 3: /a/, /a/, /b/. Change the ' +
        'document, or check that the reason applies to each and update the number.',
    ]);
  });

  test('is written to the README section, with a row per tool and a column per document', () => {
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
