import { child, type DocumentedOperation, type Json, member } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { type ErrorCase, errorCases, errorResponses } from '../../contract/error-cases.ts';
import { templateLine } from '../../contract/requests.ts';
import { heading } from '../../site/headings.ts';
import { anchor, inline, type Links, PATHS } from '../../site/links.ts';
import type { Site } from '../../site.ts';
import { assumedBy } from '../field-list.ts';
import { type OperationView, statusBadge } from './view.ts';

/** Each error with the request that causes it. */
export function errorsPart({ site, operation, links, prefix, level }: OperationView): Markup {
  const { contract } = site;
  return markup`${heading(level, `${prefix}errors`, 'Errors')}
<p>What each means, what to do, and what its body has: ${links.to(PATHS.errors, 'Errors')}. To see one, send its request; the mock, which knows no accounts, sends those of accounts and plans only to a request with the header <code>Prefer</code> that is shown with them.</p>
${errorResponses(operation).map((response) => {
  const id = anchor(`${prefix}status`, response.status);
  return markup`<section>
${heading(level + 1, id, markup`${statusBadge(response.status)}`)}
<p>${inline(response.node.description ?? '')}${assumedBy(contract.findBasis(statusPlace(operation, response.status))?.assumptions ?? [], links)}</p>
<ul class="errors">
${errorCases(contract, operation, response).map((one) => errorItem(site, one, links))}</ul>
</section>
`;
})}`;
}

/** Where the document declares a status of an operation. */
export const statusPlace = ({ at }: DocumentedOperation, status: string): string =>
  [...at, 'responses', status].reduce<string>(child, '');

function errorItem(
  { contract }: Site,
  { status, name, request, prefer, isCaused, headers, body }: ErrorCase,
  links: Links,
): Markup {
  const line = request && templateLine(contract, request);
  const sent = line ? markup`Sent to <code data-request>${line}</code>` : markup``;
  const preferred = isCaused
    ? markup``
    : markup`${line ? markup`<br>` : markup``}The mock sends it to a request with <code>Prefer: ${prefer}</code>`;
  const shownHeaders = headers.map(
    ({ header, value, assumptions }) => markup`<br><code>${header}: ${value}</code>${assumedBy(assumptions, links)}`,
  );
  const says = String(member(body, contract.table.error.text) ?? '');
  return markup`<li data-error="${name}" data-status="${status}" data-prefer="${prefer}"><details><summary><code>${name}</code> <span class="says">${says}</span></summary>
<p>${sent}${preferred}${shownHeaders}<br><code data-body>${JSON.stringify(body as Json)}</code></p></details></li>
`;
}
