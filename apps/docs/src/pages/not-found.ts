import { markup } from '@vehicle-lookup/markup';
import { linksFrom, PATHS } from '../site/links.ts';
import type { SitePage } from '../site/site.ts';

/** For an address at which there is no page. */
export function notFoundPage(): SitePage {
  const links = linksFrom(PATHS.notFound);
  return {
    path: PATHS.notFound,
    title: 'No such page',
    main: markup`<h1>No such page</h1>
<p>There is nothing at this address. Go to the ${links.to(PATHS.start, 'first page')} or to the ${links.to(PATHS.operations, 'operations')}, or search.</p>`,
    entries: [],
  };
}
