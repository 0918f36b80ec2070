import { type DocumentedOperation, items, member } from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import { operationTitle } from '../contract/requests.ts';
import type { Text } from '../texts/text.ts';
import { operationPath, PATHS } from './links.ts';

/** A page in the navigation. */
export interface NavigationItem {
  path: string;
  text: string;
}

/** Pages that belong together, in the order in which they are read. */
export interface NavigationGroup {
  title: string;
  items: readonly NavigationItem[];
}

/** All pages by what a reader wants from them: the operations by the document's tags, everything else in groups of ours. */
export function navigationOf({ document, operations }: Contract, texts: readonly Text[]): NavigationGroup[] {
  const group = (title: string, ...pages: [path: string, text: string][]): NavigationGroup => ({
    title,
    items: pages.map(([path, text]) => ({ path, text })),
  });
  const listed = (kind: Text['kind']): [path: string, text: string][] =>
    texts.filter((one) => one.kind === kind && one.isListed).map(({ path, label }) => [path, label]);
  const tags = items(member(document, 'tags')).map((tag) => String(member(tag, 'name')));
  return [
    group('Start', [PATHS.start, 'First request'], [PATHS.operations, 'All operations'], [PATHS.tryIt, 'Try it']),
    group('Guides', ...listed('guide')),
    ...tags.map((tag) => ({
      title: tag,
      items: operations
        .filter(({ node }) => node.tags?.[0] === tag)
        .map((operation) => ({ path: operationPath(operation.id), text: operationTitle(operation) })),
    })),
    group('Responses', [PATHS.errors, 'Errors'], [PATHS.envelopes, 'Envelopes']),
    group(
      'Contract',
      [PATHS.reference, 'Reference'],
      [PATHS.assumptions, 'Assumptions'],
      [PATHS.clauses, 'Clauses'],
      [PATHS.changes, 'Changes'],
      [PATHS.verification, 'Verification'],
    ),
    group('Packages', [PATHS.packages, 'All packages'], ...listed('package')),
  ].filter(({ items }) => items.length > 0);
}

/** The tag by which an operation is grouped; undefined if it has none. */
export const tagOf = ({ node }: DocumentedOperation): string | undefined => node.tags?.[0];

/** The pages before and after one, in the order of the navigation. The reference has a frame of its own. */
export function neighbours(
  groups: readonly NavigationGroup[],
  path: string,
): { previous: NavigationItem | undefined; next: NavigationItem | undefined } {
  const order = groups.flatMap(({ items }) => items).filter((item) => item.path !== PATHS.reference);
  const at = order.findIndex((item) => item.path === path);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: order[at - 1], next: order[at + 1] };
}
