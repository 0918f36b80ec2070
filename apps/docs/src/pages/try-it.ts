import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { operationTitle } from '../contract/requests.ts';
import { sampleValues } from '../contract/sample-request.ts';
import { linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage, TryItData } from '../site.ts';
import { samplesPart } from './operation/samples.ts';

/** What the form in the browser has to know. */
export const tryItData = ({ contract, servers, canRelay }: Site, operation: string): TryItData => ({
  table: contract.table,
  servers,
  canRelay,
  operation,
  operations: contract.operations.map((one) => ({
    id: one.id,
    summary: operationTitle(one),
    values: sampleValues(contract, one),
  })),
});

/** The place of the form; the script of the page fills it. */
export const tryItForm = (
  operation?: string,
): Markup => markup`<section id="try-it" aria-labelledby="try-it-title"${operation === undefined ? markup` data-choose` : markup``}>
<h2 id="try-it-title">${operation === undefined ? 'The request' : 'Try it'}</h2>
<noscript><p>The form needs scripts. Paste a sample of ${operation ?? 'the operation'} into a terminal instead.</p></noscript>
</section>`;

/** The form, folded, in the rail of an operation. */
export const tryItCard = (operation: string): Markup =>
  markup`<details class="card form-card"><summary>Try it</summary>
${tryItForm(operation)}
</details>`;

/** The form with every operation. */
export function tryItPage(site: Site): SitePage {
  const [first] = site.contract.operations;
  return {
    path: PATHS.tryIt,
    title: 'Try it',
    layout: 'wide',
    main: markup`<div class="operation">
<div><h1>Send a request</h1>
<p class="lead">Choose an operation, fill in its parameters, and send the request to the mock or to a service.</p></div>
<div class="rail"><div>
${first ? samplesPart({ site, operation: first, links: linksFrom(PATHS.tryIt), prefix: '', level: 2 }) : markup``}
</div></div>
${tryItForm()}
</div>`,
    entries: [{ title: 'Try it', path: PATHS.tryIt, keywords: ['try', 'send', 'console'], text: 'Send a request' }],
    tryIt: tryItData(site, first?.id ?? ''),
  };
}
