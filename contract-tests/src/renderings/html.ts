import { countCells, countFindings } from '../counts.ts';
import type { CellState, Report, Verdict } from '../report.ts';
import { findings } from './html-findings.ts';
import { credentialMatrix, matrix, open } from './html-matrix.ts';
import { style } from './html-style.ts';
import { assumptions, census, drift, requests } from './html-tables.ts';
import { type Markup, markup } from './markup.ts';
import { levels, spendingText, states, verdicts } from './words.ts';

const LOOKS: Readonly<Record<Verdict, CellState>> = {
  conformant: 'pass',
  'not conformant': 'fail',
  incomplete: 'not-observed',
  'no verdict': 'error',
};

/**
 * The report as one page that holds all it needs: it loads nothing, and runs no script. Its policy says so to the
 * browser, whatever a service put into a text.
 */
export const html = (report: Report): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${report.verdict}: ${report.contract.title} ${report.contract.version}</title>
<style>${style}</style>
</head>
<body>
<header>
${heading(report)}
</header>
<main>
${[
  matrix(report),
  open(report),
  findings(report),
  credentialMatrix(report),
  assumptions(report),
  drift(report),
  census(report),
  requests(report),
]}
</main>
</body>
</html>
`.markup;

function heading(report: Report): Markup {
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
    ['undocumented members', report.strict ? 'fail the run' : 'are recorded'],
  ] as const;
  return markup`<h1>${contract.title} ${contract.version}</h1>
<p class="verdict ${LOOKS[verdict]}" data-verdict="${verdict}">${verdicts[verdict].symbol} ${verdict}</p>
<p>${failure ?? verdicts[verdict].text}</p>
<dl>${facts.map(([name, text]) => markup`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
${counts('cells', countCells(report.cells), states)}
${counts('findings', countFindings(report.findings), levels)}`;
}

function counts<Name extends string>(
  title: string,
  numbers: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, { symbol: string; text: string }>>,
): Markup {
  const items = (Object.keys(words) as Name[]).map((name) => {
    const { symbol, text } = words[name];
    return markup`<li data-count="${name}"><span aria-hidden="true">${symbol}</span> ${numbers[name]} ${text}</li>`;
  });
  return markup`<ul class="counts" aria-label="${title}" data-counts="${title}"><li>${title}</li>${items}</ul>`;
}
