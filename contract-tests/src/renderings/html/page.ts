import { countFindings, countList, factList, findingsSection, levelLabels, page } from '@vehicle-lookup/findings';
import { type Markup, markup } from '@vehicle-lookup/markup';
import { countCells } from '../../report/counts.ts';
import { explain } from '../../report/explain.ts';
import type { CellState, RunReport, RunVerdict } from '../../report/report.ts';
import { historyTexts, remarks, spendingText, stateLabels, verdictLabels } from '../labels.ts';
import { cellMatrix, credentialMatrix, openCellsSection } from './matrix.ts';
import { style } from './style.ts';
import { assumptions, census, drift, requests } from './tables.ts';

const CLASSES: Readonly<Record<RunVerdict, CellState>> = {
  conformant: 'pass',
  'not conformant': 'fail',
  incomplete: 'not-observed',
  'no verdict': 'error',
};

/** The report as one page that holds all it needs. */
export const html = (report: RunReport): string =>
  page({
    title: `${report.verdict}: ${report.contract.title} ${report.contract.version}`,
    style,
    header: heading(report),
    sections: [
      cellMatrix(report),
      openCellsSection(report),
      findingsSection(report.findings, (code) => explain(code)?.title),
      credentialMatrix(report),
      assumptions(report),
      drift(report),
      census(report),
      requests(report),
    ],
  });

function heading(report: RunReport): Markup {
  const { contract, verdict, failure, address, target, profile, seed, started, seconds } = report;
  const facts = [
    ['address', address],
    ['asked', `target ${target}, profile ${profile}, seed ${seed}`],
    ['requests', spendingText(report)],
    ['when', `${started}, for ${seconds} s`],
    [
      'assumptions',
      report.assumptionsMode === 'enforce' ? 'a contradicted one fails the run' : 'a contradicted one is reported',
    ],
    ['undocumented members and warnings', report.strict ? 'fail the run' : 'are recorded'],
    ['suite', report.suite],
    ...(report.label === undefined ? [] : [['label', report.label] as const]),
    ...historyTexts(report).map((text) => ['history', text] as const),
  ] as const;
  const { symbol, text } = verdictLabels[verdict];
  return markup`<h1>${contract.title} ${contract.version}</h1>
<p class="verdict ${CLASSES[verdict]}" data-verdict="${verdict}">${symbol} ${verdict}</p>
<p>${failure ?? text} ${remarks(report).join(', ')}</p>
${factList(facts)}
${countList('cells', countCells(report.cells), stateLabels)}
${countList('findings', countFindings(report.findings), levelLabels)}`;
}
