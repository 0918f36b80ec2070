import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { operationTitle, sampleValues } from '../contract/requests.ts';
import type { TryItData } from '../contract/try-it-data.ts';
import type { SitePage, Widget } from '../page.ts';
import type { Site } from '../site.ts';
import { beside } from '../widgets/layout.ts';
import { samplesCard } from '../widgets/samples.ts';

/** Returns the data for the form in the browser. */
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

/** Returns the element to which a script adds the form. */
const form = (
  choose: boolean,
): Markup => markup`<section id="try-it" aria-label="Try it"${choose ? markup` data-choose` : markup``}>
<noscript><p>The form requires scripts. Without scripts, paste a sample into a terminal.</p></noscript>
</section>`;

/** Returns the collapsed form in the right column of an operation. */
export const tryItCard = (): Widget => ({
  html: () => markup`<details class="form-card"><summary>Try it</summary>${form(false)}</details>\n`,
});

/** Returns the page with the form for all operations. */
export function tryItPage(site: Site): SitePage {
  const [first] = site.contract.operations;
  return {
    path: 'try',
    title: 'Try it',
    heading: 'Send a request',
    description: 'A form that sends requests.',
    keywords: { '': ['try', 'send', 'console'] },
    isWide: true,
    body: [
      beside(
        [
          'Choose an operation, enter its parameters, and send the request to the mock or to a service.',
          { html: () => form(true) },
        ],
        first ? [samplesCard(site, first)] : [],
        [],
      ),
    ],
    scripts: ['try-it'],
    data: tryItData(site, first?.id ?? ''),
  };
}
