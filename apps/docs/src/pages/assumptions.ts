import type { Strength } from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import { anchor, inline, joined, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { SearchEntry, Site, SitePage } from '../site/site.ts';

/** What stands behind a decision, in words. */
const STRENGTH: Record<Strength, string> = {
  seen: 'seen in public replies or samples',
  inferred: 'inferred from the text of the specification',
  chosen: 'chosen; another decision would have been possible',
};

/** Every decision of the contract where the specification is silent. */
export function assumptionsPage(site: Site): SitePage {
  const links = linksFrom(PATHS.assumptions);
  const { assumptions } = site.contract;
  return {
    path: PATHS.assumptions,
    title: 'Assumptions',
    main: markup`<h1>Assumptions</h1>
<p>The specification leaves these ${assumptions.size} points open; the contract decides them. Each says what it rests on and how a live service can confirm or contradict it. Everything else is in the ${links.to(PATHS.clauses, 'clauses')}.</p>
<p>Evidence comes from outside: replies of such services that were published, programs of others that call them, and the example requests and replies that the specification calls samples. None of it is part of this site.</p>
${scopes(site)}
${verdictNote(site)}
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

/** The ways to the assumptions: those of every operation first. */
function scopes({ contract, provenance }: Site): Markup {
  const isEverywhere = (id: string) => provenance.operationsOf(id).length === contract.operations.length;
  const [shared, own] = [true, false].map((side) =>
    [...contract.assumptions.keys()]
      .filter((id) => isEverywhere(id) === side)
      .map((id) => markup`<a href="#${anchor(id)}">${id}</a>`),
  );
  return markup`<p id="every-operation">Of every operation: ${joined(shared ?? [])}.</p>
<p>Of some, or of the interface as a whole: ${joined(own ?? [])}.</p>`;
}

/** What the reference service decides beyond the contract. */
function ofService(site: Site, links: Links): Markup {
  const { contract, ofService } = site;
  const added = [...(ofService?.assumptions ?? [])].filter(([id]) => !contract.assumptions.has(id));
  if (added.length === 0) return markup``;
  return markup`<h2 id="reference-service">Of the reference service</h2>
<p>The contract does not state these; a client must not depend on them.</p>
<ul class="fields">${added.map(
    ([id, { statement, clauses }]) =>
      markup`<li id="${anchor(id)}"><code>${id}</code>: ${inline(statement)} Clauses that leave it open: ${joined(clauses.map(links.clause))}</li>`,
  )}</ul>`;
}

function verdictNote({ report: { report, problem } }: Site): Markup {
  if (!report) return markup`<p class="note">${inline(problem ?? '')}</p>`;
  return markup`<p class="note">Verdicts are of the contract run of ${report.started} against a ${report.target}.</p>`;
}

function section({ contract, provenance, report: { report } }: Site, id: string, links: Links): Markup {
  const { statement, clauses, silence, strength, evidence, probe } = contract.assumptions.get(id) ?? {};
  const operations = provenance.operationsOf(id);
  const result = report?.assumptions.find((one) => one.id === id);
  const verdict =
    result &&
    markup`<dt>Last verdict</dt><dd data-verdict="${result.state}">${result.state}, ${report?.started ?? ''}: ${result.how}</dd>`;
  const everywhere = operations.length === contract.operations.length;
  const none = operations.length === 0;
  return markup`<section aria-labelledby="${anchor(id)}" data-assumption="${id}">
<h2 id="${anchor(id)}">${id}</h2>
<p>${inline(statement ?? '')}</p>
<dl>
<dt>Clauses that leave it open</dt><dd>${joined((clauses ?? []).map(links.clause))}</dd>
<dt>What they do not say</dt><dd>${inline(silence ?? '')}</dd>
<dt>Strength</dt><dd>${strength === undefined ? 'not stated' : STRENGTH[strength]}</dd>
<dt>Evidence</dt><dd>${inline(evidence ?? '')}</dd>
<dt>Probe</dt><dd>${inline(probe ?? '')}</dd>
<dt>Operations</dt><dd>${everywhere ? links.to(PATHS.operations, 'every operation') : none ? 'none: it concerns the interface as a whole' : joined(operations.map(links.operation))}</dd>
${verdict ?? markup``}
</dl>
</section>
`;
}
