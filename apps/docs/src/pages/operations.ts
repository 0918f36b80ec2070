import type { DocumentedOperation } from '@vehicle-lookup/document';
import { trueAddress } from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import { operationTitle } from '../model/requests.ts';
import { type Links, linksFrom, operationPath, PATHS } from '../site/links.ts';
import type { SearchEntry, Site, SitePage } from '../site/site.ts';
import { deprecation } from './field-list.ts';
import { errorsPart, type OperationView, repliesPart, requestPart, restsPart, samplesPart } from './operation-parts.ts';
import { tryItData, tryItForm } from './try-it.ts';

/** The operations with their requests. */
export function operationTable({ contract }: Site, links: Links): Markup {
  return markup`<table class="operations">
<thead><tr><th scope="col">Operation</th><th scope="col">Request, besides ${contract.table.credentials.join(' and ')}</th></tr></thead>
<tbody>
${contract.operations.map((operation) => {
  const request = `${contract.table.method} ${trueAddress(contract.document, operation)}`;
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
  return {
    path,
    title: operationTitle(operation),
    main: markup`<article>
<h1>${operationTitle(operation)} <code>${operation.id}</code></h1>
${requestPart(shown)}
${repliesPart(shown)}
${samplesPart(shown)}
${tryItForm(site, operation.id)}
${errorsPart(shown)}
${restsPart(shown)}
</article>`,
    entries: [entryOf(operation)],
    tryIt: tryItData(site, operation.id),
  };
}

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
    main: markup`<h1>All operations</h1>
<ul>${site.contract.operations.map((operation) => markup`<li><a href="#${operation.id}">${operationTitle(operation)}</a></li>`)}</ul>
${site.contract.operations.map((operation) => {
  const shown: OperationView = { site, operation, links, prefix: `${operation.id}.`, level: 3 };
  return markup`<article>
<h2 id="${operation.id}">${operationTitle(operation)} <code>${operation.id}</code></h2>
${requestPart(shown)}
${repliesPart(shown)}
${samplesPart(shown)}
${errorsPart(shown)}
</article>
`;
})}`,
    entries: [{ title: 'All operations', path: PATHS.all, keywords: ['print'], text: '' }],
  };
}
