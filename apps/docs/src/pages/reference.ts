import { markup } from '@vehicle-lookup/toolkit/markup';
import { htmlOf, type SitePage } from '../page.ts';
import { referenceDefinition } from '../reference/definition.ts';
import type { Site } from '../site.ts';
import { operationTable } from './operations.ts';

/** The contract in Redoc. Until Redoc has started, and without scripts, the page lists the operations. */
export const referencePage = (site: Site): SitePage => ({
  path: 'reference',
  title: 'Reference',
  description: 'The contract in Redoc.',
  keywords: { '': ['reference', 'redoc', 'schemas'] },
  body: [{ html: markup`<div id="redoc">${htmlOf([operationTable(site.contract)])}</div>`, markdown: '' }],
  isWide: true,
  scripts: ['reference'],
  data: referenceDefinition(site),
});
