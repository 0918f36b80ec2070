import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html } from '../../src/renderings/html.ts';
import { junit } from '../../src/renderings/junit.ts';
import { markdown } from '../../src/renderings/markdown.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { anyReport } from './arbitrary-report.ts';
import { attribute, elementsOf, shownMarkdown, suitesOfJunit, textOf } from './read-back.ts';

const numRuns = process.env.DEEP ? 2000 : 100;

describe('with arbitrary strings from a service', () => {
  test('report.html contains only its own elements, without scripts and external resources', () => {
    const own = 'html head body meta title style header main h1 h2 h3 p ul ol li dl dt dd section article div table';
    const names = `${own} thead tbody tr th td span code a b br details summary input label`.split(' ');
    fc.assert(
      fc.property(anyReport, (report) => {
        const all = elementsOf(html(report));
        expect(all.map(({ tagName }) => tagName).filter((name) => !names.includes(name))).toEqual([]);
        const attributes = all.flatMap(({ attrs }) => attrs);
        expect(attributes.filter(({ name }) => /^(on|src|srcset|style$|action)/.test(name))).toEqual([]);
        const links = all.flatMap((element) => attribute(element, 'href') ?? []);
        expect(links.filter((link) => !/^#(finding-\d+|terms-on-this-page)$/.test(link))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('every link in report.html has a target in the file, and all ids are unique', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const all = elementsOf(html(report));
        const ids = all.flatMap((element) => attribute(element, 'id') ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        const links = all.flatMap((element) => attribute(element, 'href')?.slice(1) ?? []);
        expect(links.filter((link) => !ids.includes(link))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('report.md contains only its own elements, without links and images', () => {
    const names = 'html head body h2 h3 p ul li table thead tbody tr th td code pre strong details summary'.split(' ');
    fc.assert(
      fc.property(anyReport, (report) => {
        const { elements } = shownMarkdown(markdown(report));
        expect(elements.map(({ tagName }) => tagName).filter((name) => !names.includes(name))).toEqual([]);
        expect(elements.filter(({ tagName }) => tagName === 'h2')).toHaveLength(1);
      }),
      { numRuns },
    );
  });

  test('report.md does not exceed the size limit of a job summary', () => {
    const long = fc.sample(anyReport, 3).map((report) => ({
      ...report,
      findings: Array.from({ length: 2000 }, (_, index) => ({
        ...finding,
        got: `${index} ${'|'.repeat(1000)}`,
        reproduce: '`'.repeat(100_000),
      })),
      drift: Array.from({ length: 2000 }, () => ({ ...drift, pointer: '`'.repeat(5000) })),
      notes: Array.from({ length: 2000 }, () => '<'.repeat(5000)),
    }));
    for (const report of long) expect(Buffer.byteLength(markdown(report))).toBeLessThan(1024 * 1024);
  });

  test('junit.xml is well-formed', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        suitesOfJunit(junit(report));
      }),
      { numRuns },
    );
  });

  test('the terminal output contains no control characters and ends with the verdict', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = terminal(report);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(text.trimEnd().split('\n\n').at(-1)).toMatch(
          new RegExp(`^${report.verdict}( where it was tested)?(:\\s|$)`),
        );
      }),
      { numRuns },
    );
  });
});

const finding = {
  code: 'schema',
  level: 'failure',
  fails: true,
  operation: 'x',
  status: '200',
  request: '*'.repeat(5000),
  expected: '_'.repeat(5000),
  next: '[x](y)',
} as const;
const drift = { operation: 'x', status: '200', types: ['object'], count: 1 };

test('a string from a service is shown unchanged', () => {
  const [report] = fc.sample(anyReport, 1);
  if (!report) throw new Error('no sample');
  const got = 'a <b> & "c" \'d\' | `e` *f* _g_ ~h~ [i](j) www.k.example http://l.example @m #1 :n: \\o $p$ {q} &amp;';
  const own = { ...report, findings: [{ ...finding, expected: 'x', request: 'y', reproduce: got, got }] };
  const { elements } = shownMarkdown(markdown(own));
  expect(elements.filter(({ tagName }) => tagName === 'code').map(textOf)).toContain(got);
  expect(elements.filter(({ tagName }) => tagName === 'pre').map(textOf)).toEqual([`${got}\n`]);
  const page = elementsOf(html(own));
  expect(page.filter(({ tagName }) => tagName === 'dd').map(textOf)).toContain(got);
  expect(terminal(own)).toContain('[i](j)');
});
