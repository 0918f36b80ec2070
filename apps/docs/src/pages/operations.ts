import { type DocumentedOperation, operationDescription, wireUrl } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { operationTitle } from '../contract/requests.ts';
import { heading } from '../site/headings.ts';
import { inline, joined, type Links, linksFrom, operationPath, PATHS } from '../site/links.ts';
import { tagOf } from '../site/navigation.ts';
import type { SearchEntry, Site, SitePage } from '../site.ts';
import { deprecation } from './field-list.ts';
import { errorsPart } from './operation/errors.ts';
import { introPart, parametersPart } from './operation/request.ts';
import { examplesPart, responsesPart } from './operation/response.ts';
import { samplesPart } from './operation/samples.ts';
import type { OperationView } from './operation/view.ts';
import { tryItCard, tryItData } from './try-it.ts';

/** The operations with their requests. */
export function operationTable({ contract }: Site, links: Links): Markup {
  return markup`<table class="operations">
<thead><tr><th scope="col">Operation</th><th scope="col">Request, besides ${contract.table.credentials.join(' and ')}</th></tr></thead>
<tbody>
${contract.operations.map((operation) => {
  const request = `${contract.table.method} ${wireUrl(contract.document, operation)}`;
  return markup`<tr data-operation="${operation.id}"><th scope="row">${links.to(operationPath(operation.id), operationTitle(operation))}<br><code>${operation.id}</code>${deprecation(operation.node)}</th><td><code>${request}</code></td></tr>
`;
})}</tbody>
</table>`;
}

/** The list of operations, a page for each, and all of them on one page. */
export function operationPages(site: Site): SitePage[] {
  const links = linksFrom(PATHS.operations);
  const list: SitePage = {
    path: PATHS.operations,
    title: 'Operations',
    main: markup`<h1>Operations</h1>
<p>Every operation is a GET request to the same path; the parameters choose it. ${links.to(PATHS.all, 'All operations on one page')}, for searching and printing.</p>
${operationTable(site, links)}`,
    entries: [{ title: 'Operations', path: PATHS.operations, keywords: ['operations', 'selector'], text: '' }],
  };
  return [list, ...site.contract.operations.map((operation) => operationPage(site, operation)), allOperations(site)];
}

function operationPage(site: Site, operation: DocumentedOperation): SitePage {
  const path = operationPath(operation.id);
  const shown: OperationView = { site, operation, links: linksFrom(path), prefix: '', level: 2 };
  const tag = tagOf(operation);
  return {
    path,
    title: operationTitle(operation),
    description: `${operationTitle(operation)}: ${operationDescription(operation.node.description ?? '').about[0] ?? ''}`,
    layout: 'wide',
    main: markup`<article class="operation">
<div>
${tag === undefined ? markup`` : markup`<p class="eyebrow">${tag}</p>`}
<h1>${operationTitle(operation)} <code>${operation.id}</code></h1>
${introPart(shown, true)}
</div>
${rail(shown, tryItCard(operation.id))}
${details(shown)}
</article>`,
    entries: [entryOf(operation)],
    tryIt: tryItData(site, operation.id),
  };
}

/** Stays beside the rest: the request, the response, the form. */
const rail = (shown: OperationView, form: Markup): Markup =>
  markup`<div class="rail"><div>
${samplesPart(shown)}
${examplesPart(shown)}
${form}
</div></div>`;

const details = (shown: OperationView): Markup =>
  markup`<div>
${parametersPart(shown)}
${responsesPart(shown)}
${errorsPart(shown)}
${restsPart(shown)}
</div>`;

const entryOf = (operation: DocumentedOperation): SearchEntry => ({
  title: operationTitle(operation),
  path: operationPath(operation.id),
  keywords: [operation.id, ...operation.parameters.flatMap(({ name, selector }) => (selector ? [name] : []))],
  text: `${operation.node.description ?? ''} ${operation.parameters.map(({ name }) => name).join(' ')}`,
});

function allOperations(site: Site): SitePage {
  const links = linksFrom(PATHS.all);
  return {
    path: PATHS.all,
    title: 'All operations',
    layout: 'wide',
    main: markup`<h1>All operations</h1>
<ul>${site.contract.operations.map((operation) => markup`<li><a href="#${operation.id}">${operationTitle(operation)}</a></li>`)}</ul>
${site.contract.operations.map((operation) => {
  const shown: OperationView = { site, operation, links, prefix: `${operation.id}.`, level: 3 };
  return markup`<article class="operation">
<div>
${heading(2, operation.id, operationTitle(operation))}
${introPart(shown, false)}
</div>
${rail(shown, markup``)}
${details(shown)}
</article>
`;
})}`,
    entries: [{ title: 'All operations', path: PATHS.all, keywords: ['print'], text: '' }],
  };
}

/** What the operation rests on: assumptions with their statements, clauses by id. */
function restsPart({ site, operation, links, prefix, level }: OperationView): Markup {
  const { provenance, contract } = site;
  const assumptions = provenance.assumptionsOf(operation.id);
  const clauses = provenance.clausesOf(operation.id);
  return markup`${heading(level, `${prefix}rests-on`, 'Rests on')}
<p>Where the specification is silent, on these assumptions, besides ${links.to(`${PATHS.assumptions}#every-operation`, 'those of every operation')}:</p>
<ul class="fields">
${assumptions.map((id) => markup`<li><div class="field">${links.assumption(id)}</div><p>${inline(contract.assumptions.get(id)?.statement ?? '')}</p></li>`)}
</ul>
<p>${links.to(PATHS.clauses, 'Clauses')} about this operation, without those about parts that others share: ${joined(clauses.map(links.clause))}</p>`;
}
