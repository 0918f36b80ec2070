import type { Strength } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { heading } from '../site/headings.ts';
import { anchor, inline, joined, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { SearchEntry, Site, SitePage } from '../site.ts';
import { notVerified } from './verification.ts';

/** What stands behind a decision, in words. */
const STRENGTH: Record<Strength, string> = {
  seen: 'in public responses or samples',
  inferred: 'from the text of the specification',
  chosen: 'another decision would have been possible',
};

/** How many decisions have each strength, with what the word means. */
export function countsText({ assumptions }: Site['contract']): string {
  const all = [...assumptions.values()];
  return Object.entries(STRENGTH)
    .map(([strength, meaning]) => ({ count: all.filter((one) => one.strength === strength).length, strength, meaning }))
    .filter(({ count }) => count > 0)
    .map(({ count, strength, meaning }) => `${count} ${strength} (${meaning})`)
    .join(', ');
}

/** Every decision of the contract where the specification is silent. */
export function assumptionsPage(site: Site): SitePage {
  const links = linksFrom(PATHS.assumptions);
  const { assumptions } = site.contract;
  const { report, problem } = site.report;
  return {
    path: PATHS.assumptions,
    title: 'Assumptions',
    main: markup`<h1>Assumptions</h1>
<p>The specification leaves these ${assumptions.size} points open; the contract decides them. Each says what it rests on and how a live service can confirm or contradict it: ${countsText(site.contract)}. Everything else is in the ${links.to(PATHS.clauses, 'clauses')}.</p>
<p>Evidence comes from outside: responses of such services that were published, programs of others that call them, and the example requests and responses that the specification calls samples. None of it is part of this site.</p>
${report ? markup`<p class="note">Verdicts are of the contract run of ${report.started} against a ${report.target}.</p>` : notVerified(problem, site.texts, links)}
${index(site, links)}
${[...assumptions.keys()].map((id) => section(site, id, links))}
${ofService(site, links)}`,
    entries: [
      { title: 'Assumptions', path: PATHS.assumptions, keywords: ['assumptions', 'assumed', 'evidence'], text: '' },
      ...[...assumptions].map(
        ([id, { statement }]): SearchEntry => ({
          title: `Assumption ${id}`,
          path: `${PATHS.assumptions}#${anchor(id)}`,
          keywords: [`assumption ${id}`],
          text: `${id} ${statement}`,
        }),
      ),
    ],
  };
}

/** All of them at a glance: what each rests on, what it concerns, and what the last run found. */
function index({ contract, provenance, report: { report } }: Site, links: Links): Markup {
  const verdictOf = (id: string) => report?.assumptions.find((one) => one.id === id)?.state ?? '';
  const rows = [...contract.assumptions].map(([id, { strength }]) => {
    const operations = provenance.operationsOf(id);
    const scope =
      operations.length === contract.operations.length
        ? 'every operation'
        : operations.length === 0
          ? 'the interface'
          : `${operations.length} of ${contract.operations.length}`;
    const verdict = verdictOf(id);
    return markup`<tr data-item="${id}" data-strength="${strength ?? ''}" data-operation="${operations.join(' ')}" data-verdict="${verdict}"><th scope="row">${links.to(`${PATHS.assumptions}#${anchor(id)}`, markup`<code>${id}</code>`)}</th><td>${strength ?? ''}</td><td>${scope}</td>${report ? markup`<td>${verdict}</td>` : markup``}</tr>
`;
  });
  return markup`${heading(2, 'every-operation', 'Index')}
<div class="filters" data-filters="strength operation${report ? ' verdict' : ''}"></div>
<table>
<thead><tr><th scope="col">Assumption</th><th scope="col">Strength</th><th scope="col">Operations</th>${report ? markup`<th scope="col">Last verdict</th>` : markup``}</tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

/** What the reference service decides beyond the contract. */
function ofService(site: Site, links: Links): Markup {
  const { contract, ofService } = site;
  const added = [...(ofService?.assumptions ?? [])].filter(([id]) => !contract.assumptions.has(id));
  if (added.length === 0) return markup``;
  return markup`${heading(2, 'reference-service', 'Of the reference service')}
<p>The contract does not state these; a client must not depend on them.</p>
<ul class="fields">${added.map(
    ([id, { statement, clauses }]) =>
      markup`<li id="${anchor(id)}"><div class="field"><code>${id}</code></div><p>${inline(statement)} Clauses that leave it open: ${joined(clauses.map(links.clause))}</p></li>`,
  )}</ul>`;
}

function section({ contract, provenance, report: { report } }: Site, id: string, links: Links): Markup {
  const { statement, clauses, silence, strength, evidence, probe } = contract.assumptions.get(id) ?? {};
  const operations = provenance.operationsOf(id);
  const result = report?.assumptions.find((one) => one.id === id);
  const verdict =
    result &&
    markup`<dt>Last verdict</dt><dd data-state="${result.state}">${result.state}, ${report?.started ?? ''}: ${result.how}</dd>`;
  const everywhere = operations.length === contract.operations.length;
  const none = operations.length === 0;
  return markup`<section aria-labelledby="${anchor(id)}" data-assumption="${id}" data-item="${id}" data-strength="${strength ?? ''}" data-operation="${operations.join(' ')}" data-verdict="${result?.state ?? ''}">
${heading(2, anchor(id), markup`<code>${id}</code>`)}
<p>${inline(statement ?? '')}</p>
<dl class="full">
<dt>Clauses that leave it open</dt><dd>${joined((clauses ?? []).map(links.clause))}</dd>
<dt>What they do not say</dt><dd>${inline(silence ?? '')}</dd>
<dt>Strength</dt><dd>${strength === undefined ? 'not stated' : `${strength}: ${STRENGTH[strength]}`}</dd>
<dt>Evidence</dt><dd>${inline(evidence ?? '')}</dd>
<dt>Probe</dt><dd>${inline(probe ?? '')}</dd>
<dt>Operations</dt><dd>${everywhere ? links.to(PATHS.operations, 'every operation') : none ? 'none: it concerns the interface as a whole' : joined(operations.map(links.operation))}</dd>
${verdict ?? markup``}
</dl>
</section>
`;
}
