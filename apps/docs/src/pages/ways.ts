import { PATHS } from '../site/links.ts';
import { navigationOf } from '../site/navigation.ts';
import type { Site } from '../site.ts';
import { GATE } from './changes.ts';

const WAYS: readonly [who: string, ...paths: string[]][] = [
  [
    'You call the interface',
    'guides/from-a-vin.html',
    'guides/numbers-and-empty-strings.html',
    'guides/errors-and-retries.html',
    PATHS.tryIt,
  ],
  ['You pay for it', 'guides/caching-and-the-allowance.html', 'guides/testing-without-paying.html'],
  ['You are responsible for the key', 'guides/keeping-the-key-safe.html'],
  ['You are on call', PATHS.errors],
  ['You offer the interface', 'packages/service.html', 'guides/verifying-a-service-in-ci.html', PATHS.verification],
  ['You decide whether to trust the contract', PATHS.assumptions, PATHS.clauses, PATHS.changes, GATE],
];

/** What is here for each kind of reader, in the order in which it is read. A page that this site does not have is left out. */
export function waysOf({ contract, texts }: Site): { who: string; pages: { path: string; text: string }[] }[] {
  const packages = texts.filter(({ kind }) => kind === 'package').map(({ path, title }) => ({ path, text: title }));
  const items = [...packages, ...navigationOf(contract, texts).flatMap((group) => group.items)];
  return WAYS.map(([who, ...paths]) => ({
    who,
    pages: paths.flatMap((path) => items.find((item) => item.path === path) ?? []),
  })).filter(({ pages }) => pages.length > 0);
}
