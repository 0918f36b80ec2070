import { markup } from '@vehicle-lookup/toolkit/markup';
import { decidingEnvelopes, envelopesOf, statingEnvelopes } from '../contract/envelopes.ts';
import { block } from '../site/code.ts';
import { heading } from '../site/headings.ts';
import { anchor, inline, joined, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';
import { fieldList } from './field-list.ts';

/** The forms that a success may have, which operations send them, and how to tell them apart. */
export function envelopesPage(site: Site): SitePage {
  const { contract, provenance } = site;
  const links = linksFrom(PATHS.envelopes);
  const envelopes = envelopesOf(contract);
  return {
    path: PATHS.envelopes,
    title: 'Envelopes',
    main: markup`<h1>Envelopes</h1>
<p>A success has one of these forms. An operation may send any form that it lists, so read all of them.</p>
${envelopes.map(({ title, operations, outline, fields }) => {
  const isEverywhere = operations.length === contract.operations.length;
  return markup`<section aria-labelledby="${anchor(title)}" data-envelope="${title}">
${heading(2, anchor(title), title)}
<p>Sent by: ${isEverywhere ? markup`every operation` : joined(operations.map(links.operation))}.</p>
<div class="beside">
${block(outline, `The envelope ${title}, its data left out`, 'outline')}
<div>${fields ? fieldList(site, fields, links) : markup`<p>The body is the array itself; there is nothing around it.</p>`}</div>
</div>
</section>
`;
})}
${heading(2, 'rests-on', 'Rests on')}
<ul class="fields">${decidingEnvelopes(contract).map(([id, { statement }]) => markup`<li><div class="field">${links.assumption(id)}</div><p>${inline(statement)}</p></li>`)}</ul>
<p>Clauses: ${joined(statingEnvelopes(contract).map(links.clause))}</p>`,
    entries: [
      { title: 'Envelopes', path: PATHS.envelopes, keywords: ['envelope', 'envelopes'], text: '' },
      ...envelopes.map(({ title }) => ({
        title: `Envelope ${title}`,
        path: `${PATHS.envelopes}#${anchor(title)}`,
        keywords: [title],
        text: `envelope ${title} ${provenance.operationsOf('envelopes').join(' ')}`,
      })),
    ],
  };
}
