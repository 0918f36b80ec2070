import { errorBody } from '@vehicle-lookup/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCells, countFindings } from '../../src/index.ts';
import { html } from '../../src/renderings/html.ts';
import { junit } from '../../src/renderings/junit.ts';
import { markdown } from '../../src/renderings/markdown.ts';
import { badge } from '../../src/renderings/report-directory.ts';
import { sarif } from '../../src/renderings/sarif.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import type { RunReport } from '../../src/report/report.ts';
import { type ServiceFault, verifyWith } from '../support/service.ts';
import { anyReport } from './arbitrary-report.ts';
import {
  countsOfHtml,
  countsOfJunit,
  countsOfMarkdown,
  countsOfSarif,
  countsOfTerminal,
  type ReportCounts,
  summaryOfHtml,
  summaryOfMarkdown,
} from './read-back.ts';

const readers: Record<string, (report: RunReport) => ReportCounts> = {
  terminal: (report) => countsOfTerminal(terminal(report)),
  'report.html': (report) => countsOfHtml(html(report)),
  'the summary of report.html': (report) => summaryOfHtml(html(report)),
  'report.md': (report) => countsOfMarkdown(markdown(report)),
  'the summary of report.md': (report) => summaryOfMarkdown(markdown(report)),
  'junit.xml': (report) => countsOfJunit(junit(report)),
  'report.sarif': (report) => countsOfSarif(sarif(report)),
};

function agree(read: (report: RunReport) => ReportCounts, report: RunReport): void {
  const { cells = countCells(report.cells), findings = countFindings(report.findings) } = read(report);
  expect({ cells, findings }).toEqual({ cells: countCells(report.cells), findings: countFindings(report.findings) });
}

const faults: [string, ServiceFault | undefined][] = [
  ['for a correct service', undefined],
  [
    'for a service with many faults',
    (right, { operation, query }) => {
      if (operation === 'getEngines') return 'silence';
      if (operation === 'getFluids') return { ...right, body: `<p>${query}` };
      if (operation === 'getVehicle') return { ...right, body: { ...Object(right.body), '<b>': 1 } };
      return right.status === 401 ? { ...right, status: 200, body: errorBody('Never mind.') } : right;
    },
  ],
];
const real = await Promise.all(
  faults.map(async ([name, fault]) => [name, await verifyWith(fault, 'full', { strict: true })] as const),
);

describe.each(Object.entries(readers))('%s shows the counts of the report', (_, read) => {
  test.each(real)('%s', (_, report) => agree(read, report));

  test('for any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => agree(read, report)),
      { numRuns: process.env.DEEP ? 2000 : 60 },
    );
  });
});

test('the badge states the verdict and is not bright green if there is a warning or contradiction', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const { color, message } = JSON.parse(badge(report));
      const { failure, warning, contradiction } = countFindings(report.findings);
      expect(message.startsWith(report.verdict)).toBe(true);
      expect(message).not.toMatch(/right/);
      if (failure > 0) expect(message).toContain(`${failure} failure`);
      if (color === 'brightgreen') expect([report.verdict, warning + contradiction]).toEqual(['conformant', 0]);
    }),
  );
});
