import { markup } from '@vehicle-lookup/toolkit/markup';
import { assumptionsPage } from '../pages/assumptions.ts';
import { changesPage } from '../pages/changes.ts';
import { clausesPage } from '../pages/clauses.ts';
import { envelopesPage } from '../pages/envelopes.ts';
import { errorsPage } from '../pages/errors.ts';
import { operationPages } from '../pages/operations.ts';
import { startPage } from '../pages/start.ts';
import { tryItPage } from '../pages/try-it.ts';
import { verificationPage } from '../pages/verification.ts';
import { searchEntries } from '../search/entries.ts';
import type { SearchEntry, Site, SitePage } from '../site.ts';
import { packagesPage, textPage } from '../texts/pages.ts';
import { frame } from './frame.ts';
import { linksFrom, PATHS } from './links.ts';

/** The pages of the site, in the order of the navigation. */
export const pagesOf = (site: Site): SitePage[] => [
  startPage(site),
  ...site.texts.map(textPage),
  packagesPage(site),
  ...operationPages(site),
  errorsPage(site),
  envelopesPage(site),
  tryItPage(site),
  assumptionsPage(site),
  clausesPage(site),
  changesPage(site),
  verificationPage(site),
  notFoundPage(),
];

/** The reference is made by another program; the search knows its address. */
const REFERENCE: SearchEntry = {
  title: 'Reference',
  path: PATHS.reference,
  keywords: ['reference', 'redoc'],
  text: 'schemas',
};

/**
 * Makes every page and the index of the search.
 * @returns path within the site → text
 */
export function renderPages(site: Site): Map<string, string> {
  const pages = pagesOf(site);
  const entries = [...searchEntries(site, pages), REFERENCE];
  return new Map([
    ...pages.map((page): [string, string] => [page.path, frame(site, page)]),
    // A script, so that the search works from disk, too, where pages may not fetch.
    ['assets/search-index.js', `window.searchIndex = ${JSON.stringify(entries)};\n`],
  ]);
}

/** For an address at which there is no page. */
function notFoundPage(): SitePage {
  const links = linksFrom(PATHS.notFound);
  return {
    path: PATHS.notFound,
    title: 'No such page',
    main: markup`<h1>No such page</h1>
<p>There is nothing at this address. Go to the ${links.to(PATHS.start, 'first page')} or to the ${links.to(PATHS.operations, 'operations')}, or search.</p>`,
    entries: [],
  };
}
