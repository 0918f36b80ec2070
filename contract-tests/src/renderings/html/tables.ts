import { countText, foldedTable } from '@vehicle-lookup/findings';
import { type Markup, markup } from '@vehicle-lookup/markup';
import { countAssumptions } from '../../report/counts.ts';
import type { RunReport } from '../../report/report.ts';
import { assumptionLabels, stateLabels } from '../labels.ts';

/** What the run found out about every assumption, and how; contradicted ones first. */
export function assumptions({ assumptions: all }: RunReport): Markup {
  const contradicted = all.filter(({ state }) => state === 'contradicted');
  const rows = [...contradicted, ...all.filter((assumption) => !contradicted.includes(assumption))].map(
    (assumption) => {
      const { symbol, text } = assumptionLabels[assumption.state];
      const name = markup`<code>${assumption.id}</code><br><span class="soft">${assumption.statement}</span>`;
      return markup`<tr data-assumption="${assumption.state}"><td>${name}</td><td>${symbol} ${text}</td><td>${assumption.how}</td></tr>\n`;
    },
  );
  const summary = countText(countAssumptions(all), assumptionLabels);
  const heads = ['assumption', 'state', 'how'];
  return foldedTable({ title: 'Assumptions', heads, rows, summary, isOpen: contradicted.length > 0 });
}

/** Members that the document does not mention. */
export function drift({ drift: all }: RunReport): Markup {
  const rows = all.map(({ operation, status, pointer, types, count }) => {
    return markup`<tr data-drift><td>${operation} ${status}</td><td><code>${pointer}</code></td><td>${types.join(', ')}</td><td>${count}</td></tr>\n`;
  });
  const heads = ['reply', 'member', 'types', 'times'];
  return foldedTable({ title: 'Undocumented members', heads, rows, summary: `${all.length} of them`, isOpen: true });
}

/** Forms of success bodies that came. */
export function census({ census: all }: RunReport): Markup {
  const rows = all.map(({ operation, envelope, count }) => {
    return markup`<tr data-census><td>${operation}</td><td>${envelope}</td><td>${count}</td></tr>\n`;
  });
  const heads = ['operation', 'envelope', 'times'];
  return foldedTable({ title: 'Envelopes seen', heads, rows, summary: 'by operation', isOpen: true });
}

/** Every request that was planned, in the order in which they were made. */
export function requests({ made }: RunReport): Markup {
  const rows = made.map(({ operation, status, why, request, answered, state, codes }, index) => {
    const { symbol, text } = stateLabels[state];
    return markup`<tr data-request data-state="${state}"><td>${index + 1}</td><td>${operation}</td><td>${status}</td><td>${answered ?? '–'}</td><td class="${state}">${symbol} ${text}</td><td>${codes.join(', ')}</td><td>${why}</td><td><code>${request}</code></td></tr>\n`;
  });
  const before = markup`<input type="checkbox" id="wrong-only"> <label for="wrong-only">without those that are right</label>\n`;
  const heads = ['#', 'operation', 'asked for', 'came', 'state', 'findings', 'kind', 'request'];
  const summary = `${made.length} in the order in which they were made`;
  return foldedTable({ title: 'Requests', heads, rows, summary, isOpen: false, before });
}
