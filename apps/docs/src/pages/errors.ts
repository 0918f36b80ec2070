import { type Assumption, dereference, jsonOf, member } from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import type { Contract } from '../model/contract.ts';
import { type ErrorCase, errorCases, errorResponses } from '../model/error-cases.ts';
import { fieldsAt } from '../model/fields.ts';
import { templateLine } from '../model/requests.ts';
import { block } from '../site/frame.ts';
import { anchor, inline, joined, type Links, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site/site.ts';
import { ADVICE, type Advice } from './advice.ts';
import { assumed, fieldList } from './field-list.ts';

/** The errors that the document shows, by name, each with the operations that have it. */
interface KnownError extends ErrorCase {
  description: string;
  operations: string[];
  /** Whether only the reference service has it. */
  isAdded: boolean;
}

/** For the engineer on call: each error with its meaning, what to do, and what never to do. */
export function errorsPage(site: Site): SitePage {
  const { contract } = site;
  const links = linksFrom(PATHS.errors);
  const known = knownErrors(site);
  const advised = new Set(ADVICE.flatMap(({ examples }) => examples));
  const others = [...known.values()].filter(({ name }) => !advised.has(name));
  const all = [...ADVICE.filter((one) => isKnown(site, one, known)), ...others.map(withoutAdvice)];
  // The contract's errors first.
  const sections = [true, false].flatMap((side) => all.filter((one) => isContract(site, one, known) === side));
  return {
    path: PATHS.errors,
    title: 'Errors',
    main: markup`<h1>Errors</h1>
${assumed(contract, 'charging', links)}
${assumed(contract, 'precedence', links)}
<p>Assumed: a reply that is not JSON comes from something in between, a proxy (502, 503, 504), or another server, if the base address is wrong.</p>
<ul>${sections.map(({ id, status, title }) => markup`<li><a href="#${anchor(id)}">${status}: ${title}</a></li>`)}</ul>
${bodyOfErrors(site, links)}
${sections.map((one) => section(site, one, known, links))}`,
    entries: [
      { title: 'Errors', path: PATHS.errors, keywords: ['errors', 'error'], text: '' },
      ...sections.map(({ id, status, title, keywords, means }) => ({
        title: `${status}: ${title}`,
        path: `${PATHS.errors}#${anchor(id)}`,
        keywords: [status, id, ...keywords],
        text: means,
      })),
    ],
  };
}

/** What all error bodies have; the document has one schema for them. */
function bodyOfErrors(site: Site, links: Links): Markup {
  const { contract } = site;
  const [response] = contract.operations.flatMap(errorResponses);
  const media = response && jsonOf(response);
  if (!media) return markup``;
  return markup`<h2 id="body">The body</h2>
<p>${inline(String(member(dereference(contract.document, media.schema), 'description') ?? ''))}</p>
${fieldList(site, fieldsAt(contract.document, [...media.at, 'schema']), links)}`;
}

function knownErrors(site: Site): Map<string, KnownError> {
  const known = new Map<string, KnownError>();
  const add = (contract: Contract, isAdded: boolean): void => {
    for (const operation of contract.operations) {
      for (const response of errorResponses(operation)) {
        for (const one of errorCases(contract, operation, response)) {
          const entry = known.get(one.name) ?? {
            ...one,
            description: response.node.description ?? '',
            operations: [],
            isAdded,
          };
          if (entry.isAdded === isAdded) entry.operations.push(operation.id);
          known.set(one.name, entry);
        }
      }
    }
  };
  add(site.contract, false);
  if (site.ofService) add(site.ofService, true);
  withoutShared([...known.values()].filter(({ isAdded }) => isAdded));
  return known;
}

/** Headers that the reference service sends with every reply tell nothing about an error. */
function withoutShared(errors: KnownError[]): void {
  const isShared = (name: string) => errors.every(({ headers }) => headers.some(({ header }) => header === name));
  for (const error of errors) error.headers = error.headers.filter(({ header }) => !isShared(header));
}

/** The assumption of an error, in the contract or in what the reference service adds. */
const assumptionOf = ({ contract, ofService }: Site, id: string | undefined): Assumption | undefined =>
  id === undefined ? undefined : (contract.assumptions.get(id) ?? ofService?.assumptions.get(id));

const isKnown = (site: Site, { examples, assumption }: Advice, known: Map<string, KnownError>): boolean =>
  examples.some((name) => known.has(name)) || assumptionOf(site, assumption) !== undefined;

/** Whether the contract has the error; otherwise only the reference service has it. */
const isContract = ({ contract }: Site, { examples, assumption }: Advice, known: Map<string, KnownError>): boolean =>
  examples.some((name) => known.get(name)?.isAdded === false) ||
  (assumption !== undefined && contract.assumptions.has(assumption));

/** An error of which only the document speaks. */
const withoutAdvice = ({ name, status, description }: KnownError): Advice => ({
  id: name,
  title: name,
  status,
  examples: [name],
  means: description,
  todo: [],
  never: [],
  keywords: [],
});

function section(site: Site, advice: Advice, known: Map<string, KnownError>, links: Links): Markup {
  const { id, title, status, examples, assumption, means, todo, never } = advice;
  const shown = examples.flatMap((name) => known.get(name) ?? []);
  const statement = assumptionOf(site, assumption)?.statement;
  const list = (text: string, items: readonly string[]): Markup =>
    items.length === 0
      ? markup``
      : markup`<h3>${text}</h3><ul>${items.map((item) => markup`<li>${inline(item)}</li>`)}</ul>`;
  return markup`<section aria-labelledby="${anchor(id)}" data-advice="${id}">
<h2 id="${anchor(id)}">${status}: ${title}</h2>
${isContract(site, advice, known) ? markup`` : markup`<p class="note">The reference service, an implementation of this contract, does it in this way; a client must not depend on more than the status.</p>`}
<p>${inline(means)}</p>
${list('What to do', todo)}
${list('Never', never)}
${shown.length > 0 ? markup`<h3>How it looks</h3>` : markup``}
${statement && assumption ? markup`<p>${site.contract.assumptions.has(assumption) ? 'Assumed' : 'The reference service'}: ${inline(statement)} (${links.assumption(assumption)})</p>` : markup``}
${shown.map((one) => example(site, one, links))}
</section>
`;
}

function example(
  { contract }: Site,
  { name, status, request, headers, body, operations, isAdded }: KnownError,
  links: Links,
): Markup {
  const where =
    operations.length === contract.operations.length
      ? markup`every operation`
      : joined(operations.map(links.operation));
  const cause = request ? markup`<br><code class="line">${templateLine(contract, request)}</code>` : markup``;
  const text = [
    `HTTP/1.1 ${status}`,
    ...headers.map(({ header, value }) => `${header}: ${value}`),
    '',
    JSON.stringify(body),
  ].join('\n');
  // The reference service declares its own errors for every operation, also where one cannot occur.
  const scope = isAdded ? markup`` : markup`, in ${where}`;
  return markup`<div data-error="${name}"><p><code>${name}</code>${scope}${cause}</p>
${block(text, `Reply ${name}`, 'http')}
</div>
`;
}
