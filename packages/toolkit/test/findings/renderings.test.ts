import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { marked } from 'marked';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import {
  badge,
  countFindings,
  explanationText,
  findingsMarkdown,
  findingsSection,
  findingsText,
  junit,
  markdown,
  page,
  painter,
} from '../../src/findings/index.ts';
import { markup } from '../../src/markup/index.ts';
import { anyFindings, ofDocument } from './hostile.ts';

const numRuns = process.env.DEEP ? 2000 : 100;

type Element = DefaultTreeAdapterMap['element'];

function elementsOf(html: string): Element[] {
  const all: Element[] = [];
  const visit = (node: DefaultTreeAdapterMap['node']): void => {
    if ('tagName' in node) all.push(node);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return all;
}

const pageOf = (findings: Parameters<typeof findingsSection>[0]): string =>
  page({
    title: 'A check',
    header: markup`<h1>A check</h1>`,
    sections: [findingsSection(findings), markup`<section id="own"></section>`],
  });

describe('for findings with any content', () => {
  test('a page has only expected elements, without scripts or external files', () => {
    const own =
      'html head body meta title style header main h1 h2 h3 p ol li dl dt dd section article code details summary';
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const all = elementsOf(pageOf(findings));
        expect(all.map(({ tagName }) => tagName).filter((name) => !own.split(' ').includes(name))).toEqual([]);
        expect(all.flatMap(({ attrs }) => attrs).filter(({ name }) => /^(on|src|href)/.test(name))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('a page shows each finding once at each of its locations', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const shown = elementsOf(pageOf(findings)).filter(({ attrs }) =>
          attrs.some(({ name }) => name === 'data-finding'),
        );
        expect(shown).toHaveLength(findings.length);
      }),
      { numRuns },
    );
  });

  test('Markdown has no links or images', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const html = marked.parse(findingsMarkdown(findings, 50, String), { async: false, gfm: true });
        const names = elementsOf(html).map(({ tagName }) => tagName);
        expect(names.filter((name) => ['a', 'img', 'script', 'table', 'h1', 'h2'].includes(name))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('JUnit XML is well-formed', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const tests = findings.map(({ code: name, got: message }) => ({
          name,
          result: 'failure' as const,
          message,
          findings,
        }));
        const xml = junit({
          name: 'check',
          started: '2025-01-01T00:00:00.000Z',
          seconds: 1,
          suites: [{ name: 'all', tests }],
        });
        expect(XMLValidator.validate(xml)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('the terminal receives no control characters', () => {
    fc.assert(
      fc.property(anyFindings, (findings) => {
        const shown = findingsText(findings, painter(false)).replaceAll('\n', '');
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      }),
      { numRuns },
    );
  });
});

test("a page has the caller's sections in addition to the findings", () => {
  expect(pageOf([ofDocument])).toContain('<section id="own"></section>');
  expect(pageOf([])).toContain('<p>None.</p>');
});

test('a finding about a document does not require a request', () => {
  const lines = findingsText([{ ...ofDocument, pointer: '' }], painter(false)).split('\n');
  expect(lines).toEqual([
    '✗ required-member  readShelf',
    '  got        an optional field',
    '  expected   the field titles to stay required',
    '  at         the document',
    '  next       Keep it required, or publish a major version.',
  ]);
});

test('the same finding in several requests is shown once, with the other requests or their number', () => {
  const findings = ['GET /a', 'GET /b', 'GET /c', 'GET /d'].map((request) => ({ ...ofDocument, request }));
  const three = findings.slice(0, 3);
  expect(findingsText(three, painter(false))).toContain('request    GET /a; also GET /b; GET /c\n');
  expect(findingsMarkdown(three, 50, String)).toContain('- request: <code>GET /a</code>; also GET /b; GET /c\n');
  expect(findingsText(findings, painter(false))).toContain(
    'request    GET /a; also 3 other requests, for status 200\n',
  );
  expect(
    findingsText(
      [findings, findings].map(([one]) => one ?? ofDocument),
      painter(false),
    ),
  ).toContain('request    GET /a; repeated once\n');
});

test('a finding shows its own title instead of the title of its code, and the checked scope', () => {
  const finding = { ...ofDocument, title: 'titles is optional', received: 'nothing', scope: 'right in readBook' };
  const text = findingsText([finding], painter(false), () => 'A field may be missing');
  expect(text).toContain('\n  what       titles is optional\n  got ');
  expect(text).toContain('\n  received   nothing\n  scope      right in readBook\n');
  expect(pageOf([finding])).toContain('<p>titles is optional</p>');
});

test('findings with the same cause are shown once, even if their codes differ', () => {
  const findings = ['missing', 'invalid'].map((code) => ({
    ...ofDocument,
    code,
    got: code,
    request: code,
    cause: 'open',
  }));
  const text = findingsText([...findings, ofDocument], painter(false));
  expect(text.match(/^✗ .*/gm)).toEqual(['✗ missing  readShelf', '✗ required-member  readShelf']);
  expect(text).toContain('request    missing; also invalid\n');
  expect(pageOf(findings).match(/<article/g)).toHaveLength(1);
});

test('a finding shows the title of its code if the caller provides titles', () => {
  const titleOf = (code: string) => (code === 'required-member' ? 'A field may be missing' : undefined);
  expect(findingsText([ofDocument], painter(false), titleOf)).toContain(
    '\n  what       A field may be missing\n  got ',
  );
  expect(findingsMarkdown([ofDocument], 1, String, titleOf)).toContain('- what: A field may be missing\n- got');
});

test('the wording of a clause is not repeated if it equals the expected value', () => {
  const words = 'the field titles to stay required';
  const text = findingsText([{ ...ofDocument, clause: 'shelf.1', words }], painter(false));
  expect(text.split(words)).toHaveLength(2);
  expect(text).toContain('rests on   shelf.1\n');
});

test('facts that the title contains are not repeated', () => {
  const title = 'name is true, not a string';
  const finding = {
    ...ofDocument,
    status: '200',
    title,
    expected: 'a string in name',
    received: 'status 200; name: true',
  };
  const text = findingsText([{ ...finding, got: 'true, a boolean' }], painter(false));
  expect(text).toMatch(/what +name is true, not a string\n +got +true, a boolean\n/);
  expect(text).not.toMatch(/\n +(expected|received) /);
  const other = { ...finding, title: 'name has 12 characters, not more', got: '12', expected: 'at most 7 characters' };
  expect(findingsText([other], painter(false))).toMatch(/\n +expected +at most 7 characters\n/);
});

test('Markdown shows the first findings and the number of omitted findings', () => {
  const findings = ['one', 'two', 'three'].map((got) => ({ ...ofDocument, got }));
  expect(findingsMarkdown(findings, 1, (count) => `${count} more.`)).toMatch(/<code>one<\/code>[\s\S]*\n\n2 more\.$/);
});

test('findings are counted by level', () => {
  expect(countFindings([ofDocument, { ...ofDocument, level: 'drift' }])).toEqual({
    failure: 1,
    contradiction: 0,
    error: 0,
    warning: 0,
    drift: 1,
  });
});

test('an explanation contains the basis of a code', () => {
  const explanation = { code: 'schema', title: 'A title', text: 'A text.' };
  expect(explanationText({ ...explanation, clause: 'Rule 1' })).toBe('schema: A title\n\nA text.\n\nBasis: Rule 1\n');
  expect(explanationText(explanation)).toContain('Basis: no clause or assumption');
});

test('a badge has the format of shields.io', () => {
  expect(JSON.parse(badge({ label: 'contract', message: 'kept', color: 'green' }))).toEqual({
    schemaVersion: 1,
    label: 'contract',
    message: 'kept',
    color: 'green',
  });
});

test('a Markdown table without rows is empty, even in a folded section', () => {
  expect(markdown.folded('Title', markdown.table(['a'], []))).toBe('');
});
