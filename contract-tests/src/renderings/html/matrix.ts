import { findingIds, wideTable } from '@vehicle-lookup/toolkit/findings';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { Cell, RunReport } from '../../report/report.ts';
import { createGrid } from '../grid.ts';
import { labelText, stateLabels } from '../labels.ts';

/** Operations down, declared responses across. */
export function cellMatrix({ cells, findings }: RunReport): Markup {
  const { columns, rows } = createGrid(cells);
  const ids = findingIds(findings);
  const firstFinding = (cell: Cell) =>
    findings.find(({ operation, status, fails }) => fails && operation === cell.operation && status === cell.status);
  const lines = rows.map(({ operation, cells: ofOperation }) => {
    const all = ofOperation.map((cell) => {
      const finding = cell && cell.state === 'fail' ? firstFinding(cell) : undefined;
      return cell ? cellMarkup(cell, finding && ids.get(finding)) : markup`<td></td>`;
    });
    return markup`<tr><th scope="row">${operation}</th>${all}</tr>\n`;
  });
  const legend = Object.values(stateLabels).map(labelText);
  return markup`<section>
<h2 id="matrix">Operations and their responses</h2>
<p class="soft">${legend.join(', ')}; framed: required by the profile; blank: not declared.</p>
${wideTable('matrix', ['operation', ...columns], lines, 'matrix')}</section>
`;
}

function cellMarkup({ state, reason, required }: Cell, link: string | undefined): Markup {
  const { symbol, text } = stateLabels[state];
  const spoken = required ? `${text}, required` : text;
  const content = markup`<span aria-hidden="true">${symbol}</span><span class="hidden">${spoken}</span>`;
  const linked = link === undefined ? content : markup`<a href="#${link}">${content}</a>`;
  const title = reason === undefined ? markup`` : markup` title="${reason}"`;
  return markup`<td class="${state}${required ? ' required' : ''}" data-state="${state}"${title}>${linked}</td>`;
}
