import { type Markup, markup } from '../markup/index.ts';
import type { Finding } from './finding.ts';
import { withTitle } from './finding-text.ts';

/** One test of a JUnit report. */
export interface JunitTest {
  name: string;
  result: 'passed' | 'failure' | 'error' | 'skipped';
  /** A single line; empty for a passed test. */
  message: string;
  findings: readonly Finding[];
}

export interface JunitSuite {
  name: string;
  tests: readonly JunitTest[];
  seconds?: number;
  properties?: Readonly<Record<string, string | number>>;
}

export interface JunitReport {
  name: string;
  /** Start time in RFC 3339 format, in UTC. */
  started: string;
  seconds: number;
  suites: readonly JunitSuite[];
}

/** Returns tests and their findings as JUnit XML. */
export function junit({ name, started, seconds, suites }: JunitReport): string {
  const all = suites.flatMap(({ tests }) => tests);
  // JUnit readers expect a time without an offset.
  const timestamp = started.slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${numbers(all)} time="${seconds}">
${suites.map((suite) => suiteMarkup(suite, timestamp))}</testsuites>
`.markup;
}

function suiteMarkup({ name, tests, seconds = 0, properties }: JunitSuite, timestamp: string): Markup {
  const skipped = tests.filter(({ result }) => result === 'skipped').length;
  return markup`  <testsuite name="${name}" ${numbers(tests)} skipped="${skipped}" time="${seconds}" timestamp="${timestamp}">
${properties ? propertiesMarkup(properties) : markup``}${tests.map((test) => testMarkup(test, name))}  </testsuite>
`;
}

function numbers(tests: readonly JunitTest[]): Markup {
  const count = (name: JunitTest['result']) => tests.filter(({ result }) => result === name).length;
  return markup`tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}"`;
}

const propertiesMarkup = (properties: Readonly<Record<string, string | number>>): Markup => markup`    <properties>
${Object.entries(properties).map(([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`)}    </properties>
`;

const testMarkup = (test: JunitTest, suite: string): Markup =>
  markup`    <testcase name="${test.name}" classname="${suite}" time="0">${resultMarkup(test)}</testcase>\n`;

function resultMarkup({ result, message, findings }: JunitTest): Markup {
  const texts = findings.map(findingMarkup);
  const attributes = markup`message="${message}" type="${findings[0]?.code ?? result}"`;
  switch (result) {
    case 'failure':
      return markup`<failure ${attributes}>${texts}</failure>`;
    case 'error':
      return markup`<error ${attributes}>${texts}</error>`;
    case 'skipped':
      return markup`<skipped message="${message}"/>`;
    case 'passed':
      return texts.length === 0 ? markup`` : markup`<system-out>${texts}</system-out>`;
  }
}

function findingMarkup(finding: Finding): Markup {
  const lines = withTitle([finding], () => undefined).map(([label, text]) => markup`\n  ${label.padEnd(10)} ${text}`);
  return markup`\n${finding.code}${lines}\n`;
}
