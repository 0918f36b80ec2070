import type { SitePage } from '../page.ts';

/** The page for unknown URLs. */
export const notFoundPage: SitePage = {
  path: '404',
  title: 'No such page',
  description: 'There is no page at this address.',
  body: [
    'There is no page at this address. Open the [first page](/index) or the list of [operations](/operations/index), or use the search.',
  ],
};
