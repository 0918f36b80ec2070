import type { Cell, CredentialCell, Report } from '../report.ts';
import { gridOf, missingOf, openCells } from './grid.ts';
import { findingIds } from './html-findings.ts';
import { type Markup, markup } from './markup.ts';
import { states } from './words.ts';

/** Operations down, declared answers across. */
export function matrix({ cells, findings }: Report): Markup {
  const { columns, rows } = gridOf(cells);
  const ids = findingIds(findings);
  const first = (cell: Cell) =>
    findings.find(({ operation, status, fails }) => fails && operation === cell.operation && status === cell.status);
  const heads = columns.map((name) => markup`<th scope="col">${name}</th>`);
  const lines = rows.map(({ operation, cells: own }) => {
    const all = own.map((cell) => {
      const finding = cell && cell.state === 'fail' ? first(cell) : undefined;
      return cell ? cellMarkup(cell, finding && ids.get(finding)) : markup`<td></td>`;
    });
    return markup`<tr><th scope="row">${operation}</th>${all}</tr>\n`;
  });
  const legend = Object.values(states).map(({ symbol, text }) => `${symbol} ${text}`);
  return markup`<section>
<h2 id="matrix">Operations and their answers</h2>
<p class="soft">${legend.join(', ')}; framed: required by the profile; blank: not declared.</p>
<div class="wide" tabindex="0" role="region" aria-labelledby="matrix">
<table class="matrix">
<thead><tr><th scope="col">operation</th>${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table>
</div>
</section>
`;
}

function cellMarkup({ state, reason, required }: Cell, link: string | undefined): Markup {
  const { symbol, text } = states[state];
  const spoken = required ? `${text}, required` : text;
  const told = markup`<span aria-hidden="true">${symbol}</span><span class="hidden">${spoken}</span>`;
  const linked = link === undefined ? told : markup`<a href="#${link}">${told}</a>`;
  const title = reason === undefined ? markup`` : markup` title="${reason}"`;
  return markup`<td class="${state}${required ? ' required' : ''}" data-state="${state}"${title}>${linked}</td>`;
}

/** Why cells are neither right nor wrong, and what the run could not look for. */
export function open(report: Report): Markup {
  const { cells, notes } = report;
  const items = [
    ...missingOf(report).flatMap(({ how, names }) => names.map((name) => markup`<li><b>${how}:</b> ${name}</li>\n`)),
    ...openCells(cells).map(({ state, column, reason, operations }) => {
      const where = operations ? markup` <span class="soft">${operations.join(', ')}</span>` : markup``;
      return markup`<li>${states[state].symbol} ${column}: ${reason}${where}</li>\n`;
    }),
    ...notes.map((note) => markup`<li>${states['not-observed'].symbol} ${note}</li>\n`),
  ];
  if (items.length === 0) return markup``;
  return markup`<section>
<h2>Neither right nor wrong</h2>
<ul>
${items}</ul>
</section>
`;
}

/** Credentials down, ways of sending them wrongly across. */
export function credentialMatrix({ credentials }: Report): Markup {
  if (credentials.length === 0) return markup``;
  const faults = [...new Set(credentials.map(({ fault }) => fault))];
  const names = [...new Set(credentials.map(({ credential }) => credential))];
  const rows = names.map((name) => {
    const cells = faults.map((fault) =>
      credentialMarkup(credentials.find((cell) => cell.credential === name && cell.fault === fault)),
    );
    return markup`<tr><th scope="row">${name}</th>${cells}</tr>\n`;
  });
  return markup`<section>
<h2 id="credentials">Credentials</h2>
<p class="soft">Every credential sent wrongly alone, and all of them together: is the request refused?</p>
<div class="wide" tabindex="0" role="region" aria-labelledby="credentials">
<table>
<thead><tr><th scope="col">credential</th>${faults.map((fault) => markup`<th scope="col">${fault}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
</section>
`;
}

function credentialMarkup(cell: CredentialCell | undefined): Markup {
  if (!cell) return markup`<td></td>`;
  const { state, reason = '', operations } = cell;
  const { symbol, text } = states[state];
  const where = operations.join(', ') || reason;
  return markup`<td class="${state}" data-credential="${state}">${symbol} ${text}<br><span class="name">${where}</span></td>`;
}
