import { type DocumentedResponse, dereference, jsonOf, member } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { formsOf, type ResponseForm, successesOf } from '../../contract/envelopes.ts';
import { fieldsAt } from '../../contract/fields.ts';
import { jsonBlock } from '../../site/code.ts';
import { heading } from '../../site/headings.ts';
import { anchor, inline } from '../../site/links.ts';
import { aboutFields, assumed, fieldList } from '../field-list.ts';
import { type OperationView, statusBadge } from './view.ts';

/** The forms of a response; one without an example of its name shows the first. */
const shownForms = ({ site }: OperationView, response: DocumentedResponse): ResponseForm[] =>
  formsOf(site.contract.document, response).map((form) => ({
    ...form,
    example: form.example ?? jsonOf(response)?.examples[0]?.value,
  }));

/** The fields of each envelope, one envelope at a time. */
export function responsesPart(shown: OperationView): Markup {
  const { prefix, level } = shown;
  return markup`${heading(level, `${prefix}response`, 'Response')}
${successesOf(shown.operation).flatMap((response) => {
  const forms = shownForms(shown, response);
  const several = forms.length > 1 ? markup` It comes in one of ${forms.length} envelopes.` : markup``;
  return [
    markup`<p>${statusBadge(response.status)} ${inline(response.node.description ?? '')}${several}</p>
<div data-tabs="envelope" data-label="Envelope">
${forms.map((form, index) => fieldsOf(shown, response, form, index === 0))}</div>
`,
    ...aboutForms(shown, response, forms.length === 1),
  ];
})}`;
}

function fieldsOf(
  { site, operation, links, prefix, level }: OperationView,
  { status }: DocumentedResponse,
  form: ResponseForm,
  isFirst: boolean,
): Markup {
  const { title, at, schema } = form;
  const fields = fieldsAt(site.contract.document, at);
  return markup`<section class="envelope" data-tab="${title}" data-operation="${operation.id}" data-status="${status}" data-envelope="${title}">
<div class="tab-heading">${heading(level + 1, anchor(`${prefix}response`, title), markup`Envelope <code>${title}</code>`)}</div>
${aboutFields(site, operation, schema, links)}${fieldList(site, fields, links, isFirst ? `${prefix}field` : undefined)}
</section>
`;
}

/** What holds for all forms of a response, and what it costs. */
function aboutForms(
  { site: { contract }, links }: OperationView,
  response: DocumentedResponse,
  isOnlyForm: boolean,
): Markup[] {
  const media = jsonOf(response);
  if (!media) return [];
  const text = member(dereference(contract.document, media.schema), 'description');
  return [
    isOnlyForm && contract.assumptions.has('envelopes')
      ? markup`<p>Assumed: every ${response.status} has this form (${links.assumption('envelopes')}).</p>`
      : markup``,
    text === undefined ? markup`` : markup`<p>${inline(String(text))}</p>`,
    assumed(contract, 'charging', links),
  ];
}

/** An example of each envelope, one at a time. */
export function examplesPart(shown: OperationView): Markup {
  const { prefix, level } = shown;
  return markup`${successesOf(shown.operation).map((response) => {
    const forms = shownForms(shown, response);
    return markup`<section class="card">
<h${level} id="${prefix}example">Response ${statusBadge(response.status)}</h${level}>
<div data-tabs="envelope" data-label="Envelope of the example">
${forms.map(
  ({ title, example }) => markup`<div data-tab="${title}" data-example="${title}">
<h${level + 1} class="tab-heading">${title}</h${level + 1}>
${jsonBlock(example ?? null, `Example of the envelope ${title}`)}</div>
`,
)}</div>
</section>
`;
  })}`;
}
