import { allDeprecated } from '../contract/deprecation.ts';
import { GATE, hasGate } from '../pages/changes.ts';
import { PATHS } from '../site/links.ts';
import type { Site } from '../site.ts';
import { markdownLinksFrom } from './links.ts';
import { blocks, bullets, code } from './text.ts';

/** What will be removed, and what changed from version to version. */
export function changesMarkdown(site: Site): string {
  const { changes, contract } = site;
  const { operations, clauses, assumptions, version } = contract;
  const links = markdownLinksFrom(PATHS.changes);
  const deprecated = allDeprecated(contract).map(
    ({ what, text, operations }) => `${operations.map(links.operation).join(', ')}: ${what}. ${text}`,
  );
  const first = [
    `## ${version}`,
    `The first version: no version before it is recorded, so there is nothing to compare with. It has ${operations.length} operations, ${clauses.size} clauses of the specification, and ${assumptions.size} assumptions about what the specification leaves open.`,
  ];
  return blocks(
    '# Changes',
    hasGate(site)
      ? `Every change of the contract is rated before it is released: ${links.to(GATE, 'how, and by which rules')}.`
      : '',
    ...(deprecated.length > 0 ? ['## Deprecated', bullets(deprecated)] : []),
    ...(changes.length === 0 ? first : []),
    ...changes.map(({ version, changes: listed }) =>
      blocks(
        `## ${version}`,
        bullets(
          listed.map(({ operations, what, impact, next }) => {
            const names = operations.length === 0 ? 'Every operation' : operations.map(code).join(', ');
            return `${names}: ${what}${impact ? ` ${impact}` : ''} ${next}`;
          }),
        ),
      ),
    ),
  );
}
