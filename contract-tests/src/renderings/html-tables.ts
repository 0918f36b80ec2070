import { countAssumptions } from '../counts.ts';
import type { Report } from '../report.ts';
import { type Markup, markup } from './markup.ts';
import { assumptionStates, countText, states } from './words.ts';

/** What the run found out about every assumption, and how; contradicted ones first. */
export function assumptions({ assumptions: all }: Report): Markup {
  const contradicted = all.filter(({ state }) => state === 'contradicted');
  const rows = [...contradicted, ...all.filter((one) => !contradicted.includes(one))].map((one) => {
    const { symbol, text } = assumptionStates[one.state];
    const name = markup`<code>${one.id}</code><br><span class="soft">${one.statement}</span>`;
    return markup`<tr data-assumption="${one.state}"><td>${name}</td><td>${symbol} ${text}</td><td>${one.how}</td></tr>\n`;
  });
  const summary = countText(countAssumptions(all), assumptionStates);
  return table('Assumptions', ['assumption', 'state', 'how'], rows, { summary, isOpen: contradicted.length > 0 });
}

/** Members that the document does not mention. */
export function drift({ drift: all }: Report): Markup {
  const rows = all.map(({ operation, status, pointer, types, count }) => {
    return markup`<tr data-drift><td>${operation} ${status}</td><td><code>${pointer}</code></td><td>${types.join(', ')}</td><td>${count}</td></tr>\n`;
  });
  return table('Undocumented members', ['answer', 'member', 'types', 'times'], rows, {
    summary: `${all.length} of them`,
    isOpen: true,
  });
}

/** Forms of success bodies that came. */
export function census({ census: all }: Report): Markup {
  const rows = all.map(({ operation, envelope, count }) => {
    return markup`<tr data-census><td>${operation}</td><td>${envelope}</td><td>${count}</td></tr>\n`;
  });
  return table('Envelopes seen', ['operation', 'envelope', 'times'], rows, {
    summary: 'by operation',
    isOpen: true,
  });
}

/** Every request that was planned, in the order in which they were made. */
export function requests({ made }: Report): Markup {
  const rows = made.map(({ operation, status, why, request, answered, state, codes }, index) => {
    const { symbol, text } = states[state];
    return markup`<tr data-request data-state="${state}"><td>${index + 1}</td><td>${operation}</td><td>${status}</td><td>${answered ?? '–'}</td><td class="${state}">${symbol} ${text}</td><td>${codes.join(', ')}</td><td>${why}</td><td><code>${request}</code></td></tr>\n`;
  });
  const filter = markup`<input type="checkbox" id="wrong-only"> <label for="wrong-only">without those that are right</label>\n`;
  const heads = ['#', 'operation', 'asked for', 'came', 'state', 'findings', 'kind', 'request'];
  const look = { summary: `${made.length} in the order in which they were made`, isOpen: false, before: filter };
  return table('Requests', heads, rows, look);
}

interface Look {
  /** What is to be seen while the table is closed. */
  summary: string;
  isOpen: boolean;
  /** What stands above the table. */
  before?: Markup;
}

function table(title: string, heads: readonly string[], rows: readonly Markup[], look: Look): Markup {
  const { summary, isOpen, before = markup`` } = look;
  const id = title.toLowerCase().replaceAll(' ', '-');
  const inner =
    rows.length === 0
      ? markup`<p>None.</p>\n`
      : markup`<details${isOpen ? ' open' : ''}>
<summary>${summary}</summary>
${before}<div class="wide" tabindex="0" role="region" aria-labelledby="${id}">
<table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
</details>
`;
  return markup`<section>
<h2 id="${id}">${title}</h2>
${inner}</section>
`;
}
