import { type Assumption, bodyForms, jsonOf, type Path } from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import type { Contract } from '../model/contract.ts';
import { fieldsAt } from '../model/fields.ts';
import { block } from '../site/code.ts';
import { heading } from '../site/headings.ts';
import { anchor, inline, joined, linksFrom, PATHS } from '../site/links.ts';
import type { Site, SitePage } from '../site/site.ts';
import { fieldList } from './field-list.ts';

/** The assumptions about envelopes. */
export const decidingEnvelopes = ({ assumptions }: Contract): [id: string, assumption: Assumption][] =>
  [...assumptions].filter(
    ([id, { clauses }]) => id.includes('envelope') || clauses.some((one) => one.startsWith('envelope')),
  );

/** The forms that a success may have, which operations send them, and how to tell them apart. */
export function envelopesPage(site: Site): SitePage {
  const { contract, provenance } = site;
  const links = linksFrom(PATHS.envelopes);
  const forms = contract.operations.flatMap(({ id, responses }) =>
    responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap((response) => {
        const media = jsonOf(response);
        if (!media) return [];
        return bodyForms(contract.document, media.schema, [...media.at, 'schema']).map(({ title = 'body', at }) => ({
          id,
          title,
          at,
          example: media.examples.find(({ name }) => name === title)?.value,
        }));
      }),
  );
  const groups = Map.groupBy([...forms], ({ title }) => title);
  const deciding = decidingEnvelopes(contract);
  return {
    path: PATHS.envelopes,
    title: 'Envelopes',
    main: markup`<h1>Envelopes</h1>
<p>A success has one of these forms. An operation may send any form that it lists, so read all of them.</p>
${[...groups].map(([title, members]) => {
  const operations = [...new Set(members.map(({ id }) => id))];
  const example = members.find((one) => one.example !== undefined);
  const who =
    operations.length === contract.operations.length
      ? markup`Every operation`
      : joined(operations.map(links.operation));
  return markup`<section aria-labelledby="${anchor(title)}" data-envelope="${title}">
${heading(2, anchor(title), title)}
<p>Sent by: ${who}.</p>
<div class="beside">
${block(shortened(example?.example), `The envelope ${title}, its data left out`, 'outline')}
<div>${outerFields(members.map(({ at }) => at))}</div>
</div>
</section>
`;
})}
${heading(2, 'rests-on', 'Rests on')}
<ul class="fields">${deciding.map(([id, { statement }]) => markup`<li><div class="field">${links.assumption(id)}</div><p>${inline(statement)}</p></li>`)}</ul>
<p>Clauses: ${joined([...contract.clauses.keys()].filter((id) => id.startsWith('envelope')).map(links.clause))}</p>`,
    entries: [
      { title: 'Envelopes', path: PATHS.envelopes, keywords: ['envelope', 'envelopes'], text: '' },
      ...[...groups.keys()].map((title) => ({
        title: `Envelope ${title}`,
        path: `${PATHS.envelopes}#${anchor(title)}`,
        keywords: [title],
        text: `envelope ${title} ${provenance.operationsOf('envelopes').join(' ')}`,
      })),
    ],
  };

  /** The members around the payload; of the payload, what all operations have in common. */
  function outerFields(places: readonly Path[]): Markup {
    const forms = places.map((at) => fieldsAt(contract.document, at));
    const [first = []] = forms;
    if (first.some(({ path }) => path.startsWith('[]')))
      return markup`<p>The body is the array itself; there is nothing around it.</p>`;
    const fields = first.map((field) => {
      const same = forms.flatMap((form) => form.filter(({ name }) => name === field.name));
      const types = new Set(same.map(({ type }) => type));
      const isPayload = same.some(({ fields }) => fields.length > 0);
      return {
        ...field,
        fields: [],
        // Each operation states its payload in another place.
        pointer: isPayload ? '' : field.pointer,
        schema: isPayload ? {} : field.schema,
        type: [...types].join(' or '),
        description: isPayload ? 'The payload: the page of each operation has its fields.' : field.description,
      };
    });
    return fieldList(site, fields, links);
  }
}

/** An example with its payload left out. */
function shortened(example: unknown): string {
  if (Array.isArray(example)) return '[ … ]';
  const lines = Object.entries(Object(example)).map(([name, value]) => {
    return `  ${JSON.stringify(name)}: ${typeof value === 'object' && value !== null ? (Array.isArray(value) ? '[ … ]' : '{ … }') : JSON.stringify(value)}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}
