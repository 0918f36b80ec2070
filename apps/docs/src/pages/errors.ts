import { dereference, jsonOf, member } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { errorResponses } from '../contract/error-cases.ts';
import { type ErrorSection, errorSections, type KnownError, responseText } from '../contract/error-sections.ts';
import { fieldsAt } from '../contract/fields.ts';
import { templateLine } from '../contract/requests.ts';
import { block } from '../site/code.ts';
import { heading } from '../site/headings.ts';
import { anchor, inline, joined, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';
import { assumed, fieldList } from './field-list.ts';
import { statusBadge } from './operation/view.ts';

/** For the engineer on call: each error with its meaning, what to do, and what never to do. */
export function errorsPage(site: Site): SitePage {
  const { contract } = site;
  const links = linksFrom(PATHS.errors);
  const sections = errorSections(site);
  const added = sections.filter(({ isContract }) => !isContract);
  return {
    path: PATHS.errors,
    title: 'Errors',
    main: markup`<h1>Errors</h1>
${index(sections.filter(({ isContract }) => isContract))}
${added.length > 0 ? markup`<p>Of the reference service alone:</p>` : markup``}
${index(added)}
${assumed(contract, 'charging', links)}
${assumed(contract, 'precedence', links)}
<p>Assumed: a response that is not JSON comes from something in between, a proxy (502, 503, 504), or another server, if the base URL is wrong.</p>
${bodyOfErrors(site, links)}
${sections.map((one) => section(site, one, links))}
${serviceWide(site, links)}`,
    entries: [
      { title: 'Errors', path: PATHS.errors, keywords: ['errors', 'error'], text: '' },
      ...sections.map(({ advice: { id, status, title, keywords, means } }) => ({
        title: `${status}: ${title}`,
        path: `${PATHS.errors}#${anchor(id)}`,
        keywords: [status, id, ...keywords],
        text: means,
      })),
    ],
  };
}

/** The errors at a glance. */
const index = (sections: readonly ErrorSection[]): Markup =>
  sections.length === 0
    ? markup``
    : markup`<ul class="index">${sections.map(({ advice: { id, status, title } }) => markup`<li>${statuses(status)} <a href="#${anchor(id)}">${title}</a></li>`)}</ul>`;

/** What all error bodies have; the document has one schema for them. */
function bodyOfErrors(site: Site, links: Links): Markup {
  const { contract } = site;
  const [response] = contract.operations.flatMap(errorResponses);
  const media = response && jsonOf(response);
  if (!media) return markup``;
  return markup`${heading(2, 'body', 'The body')}
<p>${inline(String(member(dereference(contract.document, media.schema), 'description') ?? ''))}</p>
${fieldList(site, fieldsAt(contract.document, [...media.at, 'schema']), links)}`;
}

/** What the reference service adds to requests and responses of every kind, by the ids of its assumptions. */
export const SERVICE_WIDE: readonly string[] = [
  'common-headers',
  'header-credentials',
  'quota-headers',
  'cross-origin',
];

function serviceWide({ ofService }: Site, links: Links): Markup {
  const known = SERVICE_WIDE.filter((id) => ofService?.assumptions.has(id));
  if (known.length === 0) return markup``;
  return markup`${heading(2, 'service', 'What the reference service adds')}
<p>Not the contract: a client must not depend on it.</p>
<ul class="fields">${known.map(
    (id) =>
      markup`<li><div class="field">${links.assumption(id)}</div><p>${inline(ofService?.assumptions.get(id)?.statement ?? '')}</p></li>`,
  )}</ul>`;
}

/** `414, 431` as two badges. */
const statuses = (status: string): Markup => joined(status.split(', ').map(statusBadge), ' ');

function section(site: Site, { advice, isContract, assumption, shown }: ErrorSection, links: Links): Markup {
  const { id, title, status, means, todo, never } = advice;
  const list = (text: string, items: readonly string[]): Markup =>
    items.length === 0
      ? markup``
      : markup`<div class="advice${text === 'Never' ? ' never' : ''}"><h3>${text}</h3><ul>${items.map((item) => markup`<li>${inline(item)}</li>`)}</ul></div>`;
  return markup`<section aria-labelledby="${anchor(id)}" data-advice="${id}">
${heading(2, anchor(id), markup`${statuses(status)} ${title}`)}
${isContract ? markup`` : markup`<p class="note">The reference service, an implementation of this contract, does it in this way; a client must not depend on more than the status.</p>`}
<p>${inline(means)}</p>
${list('What to do', todo)}
${list('Never', never)}
${shown.length > 0 ? markup`<h3>How it looks</h3>` : markup``}
${assumption ? markup`<p>${assumption.isContract ? 'Assumed' : 'The reference service'}: ${inline(assumption.statement)} (${links.assumption(assumption.id)})</p>` : markup``}
${shown.map((one) => example(site, one, links))}
</section>
`;
}

function example({ contract }: Site, error: KnownError, links: Links): Markup {
  const { name, request, operations, isAdded } = error;
  const where =
    operations.length === contract.operations.length
      ? markup`every operation`
      : joined(operations.map(links.operation));
  const cause = request ? markup`<br>Sent to <code>${templateLine(contract, request)}</code>` : markup``;
  // The reference service declares its own errors for every operation, also where one cannot occur.
  const scope = isAdded ? markup`` : markup`, in ${where}`;
  return markup`<div data-error="${name}"><p><code>${name}</code>${scope}${cause}</p>
${block(responseText(error), `Response ${name}`, 'http')}
</div>
`;
}
