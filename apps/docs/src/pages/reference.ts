import { markup } from '@vehicle-lookup/toolkit/markup';
import { htmlOf, type SitePage } from '../page.ts';
import { referenceDefinition } from '../reference/definition.ts';
import type { Site } from '../site.ts';
import { operationTable } from './operations.ts';

const WITHOUT_SCRIPTS = markup`<noscript><p>Redoc requires scripts. The page with <a href="/operations/all">all operations</a> does not.</p></noscript>\n`;

/** Returns the reference page. Until Redoc has started, and without scripts, the page lists the operations. */
export const referencePage = (site: Site): SitePage => ({
  path: 'reference',
  title: 'Reference',
  description: 'The contract in Redoc.',
  keywords: { '': ['reference', 'redoc', 'schemas'] },
  body: [
    {
      html: (taken) =>
        markup`${WITHOUT_SCRIPTS}<div id="redoc">${htmlOf([operationTable(site.contract)], taken)}</div>`,
    },
  ],
  isWide: true,
  scripts: ['reference'],
  data: referenceDefinition(site),
});
