import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { allDeprecated } from '../contract/deprecation.ts';
import { heading } from '../site/headings.ts';
import { inline, joined, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';

/** The package that rates changes. */
export const GATE = 'packages/gate.html';

/** Whether this site has its page. */
export const hasGate = ({ texts }: Pick<Site, 'texts'>): boolean => texts.some(({ path }) => path === GATE);

/** What changed from version to version, and what a caller has to do. */
export function changesPage(site: Site): SitePage {
  const { changes, contract } = site;
  const links = linksFrom(PATHS.changes);
  const known = (id: string) => contract.operations.some((one) => one.id === id);
  const none = markup`${heading(2, `v${contract.version}`, contract.version)}
<p>The first version: no version before it is recorded, so there is nothing to compare with. It has ${contract.operations.length} operations, ${contract.clauses.size} clauses of the specification, and ${contract.assumptions.size} assumptions about what the specification leaves open.</p>`;
  return {
    path: PATHS.changes,
    title: 'Changes',
    main: markup`<h1>Changes</h1>
${
  hasGate(site)
    ? markup`<p>Every change of the contract is rated before it is released: ${links.to(GATE, 'how, and by which rules')}.</p>
`
    : markup``
}${deprecatedPart(site, links)}
${changes.length === 0 ? none : markup``}
${changes.map((version) => {
  return markup`<section aria-labelledby="v${version.version}">
${heading(2, `v${version.version}`, version.version)}
<ul>${version.changes.map(({ operations, what, impact, next }) => {
    const names = operations.map((id) => (known(id) ? links.operation(id) : markup`<code>${id}</code>`));
    return markup`<li>${operations.length === 0 ? 'Every operation' : joined(names)}: ${inline(what)}${impact ? markup` <span class="type">${impact}</span>` : markup``} ${inline(next)}</li>`;
  })}</ul>
</section>
`;
})}`,
    entries: [
      {
        title: 'Changes',
        path: PATHS.changes,
        keywords: ['changes', 'changelog', 'version', 'deprecated'],
        text: contract.version,
      },
    ],
  };
}

/** What will be removed, and what to use instead; empty if nothing is deprecated. */
function deprecatedPart({ contract }: Site, links: Links): Markup {
  const all = allDeprecated(contract);
  if (all.length === 0) return markup``;
  return markup`${heading(2, 'deprecated', 'Deprecated')}
<ul>${all.map(({ what, text, operations }) => markup`<li>${joined(operations.map(links.operation))}: ${inline(what)}. ${inline(text)}</li>`)}</ul>`;
}
