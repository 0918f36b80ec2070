import { bodyForms, child, jsonOf, type Path } from '@vehicle-lookup/openapi';
import { expandPlace } from '@vehicle-lookup/openapi/provenance';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { Contract } from '../contract/contract.ts';
import { type Field, fieldsAt } from '../contract/fields.ts';
import { heading } from '../site/headings.ts';
import { anchor, inline, joined, type Links, linksFrom, operationPath, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site.ts';

/** The specification, sentence by sentence. */
export function clausesPage(site: Site): SitePage {
  const links = linksFrom(PATHS.clauses);
  const { clauses } = site.contract;
  const places = readPlaces(site.contract);
  const groups = Map.groupBy([...clauses.keys()], (id) => id.split('.')[0] ?? id);
  return {
    path: PATHS.clauses,
    title: 'Clauses',
    main: markup`<h1>Clauses</h1>
<p>The interface specification in its own words and order, ${clauses.size} sentences and table rows, with the places of ${links.to('openapi.yaml', markup`<code>openapi.yaml</code>`)} that state them. What it leaves open is in the ${links.to(PATHS.assumptions, 'assumptions')}. Its “samples” are example requests and responses; they are not part of it. “Not shown” means that neither it nor they tell.</p>
<div class="filters" data-filters="group"></div>
${[...groups].map(([name, ids]) => {
  return markup`<section aria-labelledby="${anchor('group', name)}">
${heading(2, anchor('group', name), titleOf(name))}
${ids.map((id) => section(site, id, links, places))}</section>
`;
})}`,
    entries: [
      { title: 'Clauses', path: PATHS.clauses, keywords: ['clauses', 'specification'], text: '' },
      ...[...clauses].map(([id, { text }]) => ({
        title: `Clause ${id}`,
        path: `${PATHS.clauses}#${anchor(id)}`,
        keywords: [`clause ${id}`],
        text: `${id} ${text}`,
      })),
    ],
  };
}

/** `oem-part` is read as “OEM part”. */
const titleOf = (group: string): string =>
  group
    .replaceAll('-', ' ')
    .replace(/^(oem|vin|api)\b/, (word) => word.toUpperCase())
    .replace(/^./, (first) => first.toUpperCase());

function section(site: Site, id: string, links: Links, pages: ReadonlyMap<string, string>): Markup {
  const { contract, provenance } = site;
  const { text = '', places = [], unstated } = contract.clauses.get(id) ?? {};
  const decided = provenance.decidedIn(id);
  const operations = provenance.operationsOf(id);
  const everywhere = operations.length === contract.operations.length;
  const stated = places.map((place) => {
    const page = expandPlace(contract.document, place).flatMap((pointer) => pages.get(pointer) ?? [])[0];
    const name = markup`<code>${place}</code>`;
    return markup`<li>${page === undefined ? name : links.to(page, name)}${containing(site, place, links)}</li>`;
  });
  return markup`<div class="clause" data-item="${id}" data-group="${id.split('.')[0] ?? id}" data-clause="${id}">
${heading(3, anchor(id), markup`<code>${id}</code>`)}
<blockquote>${inline(text)}</blockquote>
${places.length > 0 ? markup`<details><summary>Stated at ${stated.length === 1 ? '1 place' : `${stated.length} places`}</summary><ul>${stated}</ul></details>` : markup``}
${unstated === undefined ? markup`` : markup`<p>Not stated in the document: ${inline(unstated)}</p>`}
${decided.length > 0 ? markup`<p>What it leaves open is decided by: ${joined(decided.map(links.assumption))}</p>` : markup``}
${everywhere ? markup`<p>Operations: ${links.to(PATHS.operations, 'every operation')}</p>` : markup``}
</div>
`;
}

/** The operations in which a place can be seen. */
export function operationsContaining({ contract, provenance }: Site, place: string): string[] {
  const pointers = expandPlace(contract.document, place);
  return contract.operations
    .map(({ id }) => id)
    .filter((id) => pointers.some((pointer) => provenance.operationsAt(pointer).includes(id)));
}

function containing(site: Site, place: string, links: Links): Markup {
  const operations = operationsContaining(site, place);
  if (operations.length === 0) return markup``;
  if (operations.length === site.contract.operations.length) return markup`, in every operation`;
  return markup`, in ${joined(operations.map(links.operation))}`;
}

/**
 * Where the pages show a place of the document.
 * @returns JSON pointer → address within the site: of the first operation that has the place
 */
function readPlaces({ document, operations }: Contract): Map<string, string> {
  const places = new Map<string, string>();
  const add = (at: Path | string, id: string, place: string): void => {
    const pointer = typeof at === 'string' ? at : at.reduce<string>(child, '');
    if (!places.has(pointer)) places.set(pointer, `${operationPath(id)}#${place}`);
  };
  for (const { id, at, parameters, responses } of operations) {
    add(at, id, 'content');
    for (const parameter of parameters) add(parameter.at, id, anchor('parameter', parameter.name));
    for (const response of responses) {
      const isSuccess = response.status.startsWith('2');
      add([...at, 'responses', response.status], id, isSuccess ? 'response' : anchor('status', response.status));
      const media = isSuccess ? jsonOf(response) : undefined;
      const [form] = media ? bodyForms(document, media.schema, [...media.at, 'schema']) : [];
      const addFields = (fields: readonly Field[]): void => {
        for (const field of fields) {
          add(field.pointer, id, anchor('field', field.path));
          addFields(field.fields);
        }
      };
      if (form) addFields(fieldsAt(document, form.at));
    }
  }
  return places;
}
