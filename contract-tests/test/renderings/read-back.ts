import { type FindingLevel, levelLabels } from '@vehicle-lookup/toolkit/findings';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { marked } from 'marked';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { stateLabels } from '../../src/renderings/labels.ts';
import type { CellState } from '../../src/report/report.ts';

/** The counts in a rendering. Undefined if the rendering does not contain them. */
export interface ReportCounts {
  cells?: Partial<Record<CellState, number>>;
  findings?: Partial<Record<FindingLevel, number>>;
}

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** Returns all elements of an HTML page. */
export function elementsOf(page: string): Element[] {
  const all: Element[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) all.push(node);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(page));
  return all;
}

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

export function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Counts the occurrences of each name. */
function tally<Name extends string>(names: readonly Name[], found: readonly (string | undefined)[]) {
  return Object.fromEntries(names.map((name) => [name, found.filter((one) => one === name).length])) as Record<
    Name,
    number
  >;
}
const STATES = Object.keys(stateLabels) as CellState[];
const LEVELS = Object.keys(levelLabels) as FindingLevel[];

/** Counts the cells in the matrix and the findings in the list of an HTML page. */
export function countsOfHtml(page: string): Required<ReportCounts> {
  const all = elementsOf(page);
  const cells = all.filter(({ tagName }) => tagName === 'td').map((element) => attribute(element, 'data-state'));
  return {
    cells: tally(STATES, cells),
    findings: tally(
      LEVELS,
      all.map((element) => attribute(element, 'data-finding')),
    ),
  };
}

/** Returns the counts in the summary of an HTML page. */
export function summaryOfHtml(page: string): Required<ReportCounts> {
  const lists = elementsOf(page).filter((element) => attribute(element, 'data-counts') !== undefined);
  const own = (title: string) =>
    Object.fromEntries(
      within(lists.find((list) => attribute(list, 'data-counts') === title) as Node, ['li'])
        .filter((item) => attribute(item, 'data-count') !== undefined)
        .map((item) => [attribute(item, 'data-count'), Number(/\d+/.exec(textOf(item))?.[0])]),
    );
  return { cells: own('cells'), findings: own('findings') };
}

/** Renders Markdown. Returns its elements, and the texts of its tables by row. */
export function shownMarkdown(source: string): { tables: string[][][]; elements: Element[] } {
  const elements = elementsOf(marked.parse(source, { async: false, gfm: true }));
  const tables = elements.filter(({ tagName }) => tagName === 'table');
  return {
    tables: tables.map((table) => within(table, ['tr']).map((row) => within(row, ['th', 'td']).map(textOf))),
    elements,
  };
}

function within(node: Node, names: readonly string[]): Element[] {
  const below = 'childNodes' in node ? node.childNodes : [];
  return below.flatMap((child) =>
    'tagName' in child && names.includes(child.tagName) ? [child] : within(child, names),
  );
}

/** Counts the symbols in the Markdown matrix, and reads the table of findings by level. */
export function countsOfMarkdown(source: string): Required<ReportCounts> {
  const { tables } = shownMarkdown(source);
  const [, findings] = tables;
  const matrix = tables.find(([head]) => head?.[0] === 'operation' && head[1] !== 'envelope') ?? [];
  const symbols = matrix.slice(1).flatMap((row) => row.slice(1));
  const found = symbols.map((symbol) => STATES.find((state) => stateLabels[state].symbol === symbol));
  return { cells: tally(STATES, found), findings: byPosition(LEVELS, findings?.[1]?.slice(1) ?? []) };
}

/** Returns the counts in the summary of a Markdown report. */
export function summaryOfMarkdown(source: string): ReportCounts {
  const [cells] = shownMarkdown(source).tables;
  return { cells: byPosition(STATES, cells?.[1]?.slice(1) ?? []) };
}

const byPosition = <Name extends string>(names: readonly Name[], texts: readonly string[]): Record<Name, number> =>
  Object.fromEntries(names.map((name, index) => [name, Number(texts[index])])) as Record<Name, number>;

interface Suite {
  '@name': string;
  testcase?: Case[];
  properties?: { property: { '@name': string; '@value': string }[] };
}
interface Case {
  '@name': string;
  failure?: unknown;
  error?: unknown;
  skipped?: { '@message': string };
}

/** Parses the suites of JUnit XML. @throws Error if it is not well-formed XML */
export function suitesOfJunit(xml: string): Suite[] {
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) throw new Error(wellFormed.err.msg);
  // XML 1.0, section 2.2 states which characters a document may contain.
  const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.exec(xml);
  if (forbidden) throw new Error(`a character that XML forbids: ${forbidden[0].codePointAt(0)?.toString(16)}`);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseAttributeValue: false,
    processEntities: false,
    isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
  });
  return parser.parse(xml).testsuites.testsuite;
}

/** Counts the tests of the operations, and reads the findings from the properties of the run. */
export function countsOfJunit(xml: string): Required<ReportCounts> {
  const suites = suitesOfJunit(xml);
  const cases = suites.slice(0, -3).flatMap((suite) => suite.testcase ?? []);
  const properties = suites.at(-1)?.properties?.property ?? [];
  const numberOf = (name: string) => Number(properties.find((one) => one['@name'] === name)?.['@value']);
  return {
    cells: tally(STATES, cases.map(stateOf)),
    findings: Object.fromEntries(LEVELS.map((level) => [level, numberOf(`findings.${level}`)])),
  };
}

function stateOf({ failure, error, skipped }: Case): CellState {
  if (failure !== undefined) return 'fail';
  if (error !== undefined) return 'error';
  if (skipped === undefined) return 'pass';
  if (skipped['@message'].startsWith('failed, but known')) return 'fail';
  return skipped['@message'].startsWith('not applicable') ? 'not-applicable' : 'not-observed';
}

/** Counts the SARIF results by level. */
export function countsOfSarif(text: string): ReportCounts {
  const results: { properties: { level: string } }[] = JSON.parse(text).runs[0].results;
  return {
    findings: tally(
      LEVELS,
      results.map(({ properties }) => properties.level),
    ),
  };
}

/** Reads the counts from the terminal output. */
export function countsOfTerminal(text: string): Required<ReportCounts> {
  const lineOf = (title: string) => text.split('\n').findLast((line) => line.startsWith(`${title}: `)) ?? '';
  const own = <Name extends string>(line: string, words: Readonly<Record<Name, { text: string }>>) =>
    Object.fromEntries(
      (Object.keys(words) as Name[]).map((name) => [
        name,
        Number(new RegExp(`(\\d+) ${words[name].text}(,|$)`).exec(line)?.[1] ?? 0),
      ]),
    );
  return { cells: own(lineOf('cells'), stateLabels), findings: own(lineOf('findings'), levelLabels) };
}
