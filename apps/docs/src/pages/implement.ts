import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';

/** For providers: everything that a service has to do. */
export const implementPage = ({ implement }: Site): SitePage => ({
  path: 'implement',
  title: 'Implement the interface',
  description: 'For providers: the order of checks, the responses, the headers, and how to verify a service.',
  keywords: { '': ['implement', 'provider', 'server', 'build'] },
  body: [implement],
});
