import type { Finding } from '../finding.ts';
import { findingLines } from '../finding-text.ts';
import type { Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';
import { propertiesOf, type Suite, suitesOf, type Test } from './suites.ts';

/** The report as JUnit XML. */
export function junit(report: Report): string {
  const { contract, seconds, started } = report;
  const suites = suitesOf(report);
  const all = suites.flatMap(({ tests }) => tests);
  // Readers of JUnit take a time without offset.
  const timestamp = started.slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
  const parts = suites.map((suite) => {
    const isRun = suite === suites.at(-1);
    const properties = isRun ? propertiesMarkup(propertiesOf(report)) : markup``;
    return suiteMarkup(suite, markup`time="${isRun ? seconds : 0}" timestamp="${timestamp}"`, properties);
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${contract.title} ${contract.version}" ${numbers(all)} time="${seconds}">
${parts}</testsuites>
`.markup;
}

function suiteMarkup({ name, tests }: Suite, times: Markup, properties: Markup): Markup {
  const skipped = tests.filter(({ result }) => result === 'skipped').length;
  return markup`  <testsuite name="${name}" ${numbers(tests)} skipped="${skipped}" ${times}>
${properties}${tests.map((test) => testMarkup(test, name))}  </testsuite>
`;
}

function numbers(tests: readonly Test[]): Markup {
  const count = (name: Test['result']) => tests.filter(({ result }) => result === name).length;
  return markup`tests="${tests.length}" failures="${count('failure')}" errors="${count('error')}"`;
}

const propertiesMarkup = (properties: Record<string, string | number>): Markup => markup`    <properties>
${Object.entries(properties).map(([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`)}    </properties>
`;

const testMarkup = (test: Test, suite: string): Markup =>
  markup`    <testcase name="${test.name}" classname="${suite}" time="0">${resultMarkup(test)}</testcase>\n`;

function resultMarkup({ result, message, findings }: Test): Markup {
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
  const lines = findingLines(finding).map(([label, text]) => markup`\n  ${label.padEnd(10)} ${text}`);
  return markup`\n${finding.code}${lines}\n`;
}
