import { type Markup, markup } from '@vehicle-lookup/markup';
import { operationTitle } from '../model/requests.ts';
import { PATHS } from '../site/links.ts';
import type { Site, SitePage, TryItData } from '../site/site.ts';
import { ANY_CREDENTIAL, sampleValues } from './sample-request.ts';

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
  { contract }: Site,
  operation?: string,
): Markup => markup`<section id="try-it" aria-labelledby="try-it-title"${operation === undefined ? markup` data-choose` : markup``}>
<h2 id="try-it-title">Try it</h2>
<noscript><p>The form needs scripts. Paste a sample of ${operation ?? 'the operation'} into a terminal instead; put your ${contract.table.credentials.join(' and ')} in place of ${ANY_CREDENTIAL}.</p></noscript>
</section>`;

/** The form with every operation. */
export function tryItPage(site: Site): SitePage {
  const [first] = site.contract.operations;
  return {
    path: PATHS.tryIt,
    title: 'Try it',
    main: markup`<h1>Send a request</h1>
<p>Choose an operation, fill in its parameters, and send the request to the mock or to a service.</p>
${tryItForm(site)}
<div data-samples="${first?.id ?? ''}"></div>`,
    entries: [{ title: 'Try it', path: PATHS.tryIt, keywords: ['try', 'send', 'console'], text: 'Send a request' }],
    tryIt: tryItData(site, first?.id ?? ''),
  };
}
