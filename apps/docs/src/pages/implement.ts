import { withLinks } from '../content/texts.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';

/** Returns the page about the requirements for a service. Links to missing guides become text. */
export const implementPage = ({ implement, texts }: Site): SitePage => ({
  path: 'implement',
  title: 'Implement the interface',
  description: 'For providers: the order of checks, the responses, the headers, and how to verify a service.',
  keywords: { '': ['implement', 'provider', 'server', 'build'] },
  body: [
    withLinks(implement, (link) =>
      !link.startsWith('/guides/') || texts.some(({ path }) => link === `/${path}`) ? link : undefined,
    ),
  ],
});
