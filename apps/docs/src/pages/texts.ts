import type { Text } from '../content/texts.ts';
import { bullets, to } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';

/** Returns the page for a guide or a package README. */
export const textPage = ({ path, title, label, about, body }: Text): SitePage => ({
  path,
  title,
  label,
  description: about,
  keywords: { '': [label] },
  body: [body],
});

export const packagesPage = ({ texts }: Site): SitePage => ({
  path: 'packages/index',
  title: 'Packages',
  label: 'All packages',
  description: 'The packages that are published with the contract.',
  keywords: { '': ['packages', 'install', 'npm'] },
  body: [
    'These packages are published with the contract. Each page is the README of its package. The navigation contains the packages for callers and providers; the other packages are parts of these packages.',
    bullets(
      texts.filter(({ kind }) => kind === 'package').map(({ path, label, about }) => `${to(path, label)}: ${about}`),
    ),
  ],
});
