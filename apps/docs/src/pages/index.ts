import { items, member } from '@vehicle-lookup/openapi';
import type { Group, SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { assumptionsPage } from './assumptions.ts';
import { changesPage } from './changes.ts';
import { clausesPage } from './clauses.ts';
import { envelopesPage } from './envelopes.ts';
import { errorsPage } from './errors.ts';
import { implementPage } from './implement.ts';
import { notFoundPage } from './not-found.ts';
import { operationPage } from './operation.ts';
import { allOperationsPage, operationsPage } from './operations.ts';
import { referencePage } from './reference.ts';
import { startPage } from './start.ts';
import { packagesPage, textPage } from './texts.ts';
import { tryItPage } from './try-it.ts';
import { verificationPage } from './verification.ts';

/** Returns the pages in reading order, which the navigation, the sitemap and `llms.txt` use. */
export function groupsOf(site: Site): Group[] {
  const { document, operations } = site.contract;
  const texts = (kind: string): SitePage[] =>
    site.texts.filter((one) => one.kind === kind && one.isListed).map(textPage);
  const tags = items(member(document, 'tags')).map((tag) => String(member(tag, 'name')));
  const others: Group[] = [
    { title: 'Guides', pages: texts('guide') },
    ...tags.map((tag) => ({
      title: tag,
      pages: operations.filter(({ node }) => node.tags?.[0] === tag).map((operation) => operationPage(site, operation)),
    })),
    {
      title: 'Contract',
      pages: [referencePage(site), assumptionsPage(site), clausesPage(site), changesPage(site), verificationPage(site)],
    },
    { title: 'Packages', pages: [packagesPage(site), ...texts('package')] },
  ];
  const first = [
    operationsPage(site.contract),
    errorsPage(site),
    envelopesPage(site),
    tryItPage(site),
    implementPage(site),
  ];
  const start = startPage(site, [...first, ...others.flatMap(({ pages }) => pages)]);
  return [{ title: 'Start', pages: [start, ...first] }, ...others].filter(({ pages }) => pages.length > 0);
}

/** Returns the pages that are not in the navigation. */
export const unlistedPages = (site: Site): SitePage[] => [
  ...site.texts.filter(({ isListed }) => !isListed).map(textPage),
  allOperationsPage(site),
  notFoundPage,
];
