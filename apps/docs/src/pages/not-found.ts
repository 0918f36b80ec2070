import type { SitePage } from '../page.ts';

/** The page for unknown addresses. */
export const notFoundPage: SitePage = {
  path: '404',
  title: 'No such page',
  description: 'This address has no page.',
  body: [
    'This address has no page. Open the [first page](/index) or the list of [operations](/operations/index), or use the search.',
  ],
};
