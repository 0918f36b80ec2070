import { type DocumentedOperation, member } from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import type { Contract } from '../model/contract.ts';
import { deprecationText } from '../model/deprecation.ts';
import type { Field, Limit } from '../model/fields.ts';
import { inline, joined, type Links } from '../site/links.ts';
import type { Site } from '../site/site.ts';

/** That something is deprecated, until when, and what to use instead; empty if it is not. */
export function deprecation(node: unknown): Markup {
  const text = deprecationText(node);
  return text === undefined ? markup`` : markup` <strong data-deprecated>${inline(text)}</strong>`;
}

/** The mark of what is assumed, with the assumptions; empty if there are none. */
export const assumedBy = (assumptions: readonly string[], links: Links): Markup =>
  assumptions.length === 0 ? markup`` : markup` (assumed: ${joined(assumptions.map(links.assumption))})`;

/** The statement of an assumption, marked as one; empty if the contract does not have it. */
export function assumed({ assumptions }: Contract, id: string, links: Links): Markup {
  const statement = assumptions.get(id)?.statement;
  return statement === undefined ? markup`` : markup`<p>Assumed: ${inline(statement)} (${links.assumption(id)})</p>`;
}

/** What limits a value; an assumption is named. */
export function limitList({ findOwner }: Contract, limits: readonly Limit[], links: Links): Markup {
  if (limits.length === 0) return markup``;
  const shown = limits.map(({ text, pointer }) => {
    return markup`<code>${text}</code>${assumedBy(findOwner(pointer)?.assumptions ?? [], links)}`;
  });
  return markup` <span class="limits">${joined(shown)}</span>`;
}

/** How to read the fields of a form; a bare list says itself what it is. */
export function aboutFields(
  { provenance }: Site,
  { id: operation }: DocumentedOperation,
  form: unknown,
  links: Links,
): Markup {
  const deciding = ['fields-present', 'empty-values']
    .filter((id) => provenance.operationsOf(id).includes(operation))
    .map(links.assumption);
  const source = deciding.length > 0 ? markup` Where no clause says so, it is assumed: ${joined(deciding)}.` : markup``;
  const description = member(form, 'description');
  return markup`${description === undefined ? markup`` : markup`<p>${inline(String(description))}</p>`}
<p class="type">A field is always there, never empty and never <code>null</code>, unless it says so.${source} A client tolerates exceptions.</p>`;
}

/** The members of a body, nested as in the body. */
export function fieldList(site: Site, fields: readonly Field[], links: Links): Markup {
  if (fields.length === 0) return markup``;
  return markup`<ul class="fields">
${fields.map((field) => {
  const presence = field.type === 'never sent' || field.isRequired ? '' : ', may be absent';
  const empty = field.mayBeEmpty ? ', may be empty' : '';
  const constant =
    field.constant === undefined ? markup`` : markup` Always <code>${JSON.stringify(field.constant)}</code>.`;
  const limits = limitList(site.contract, field.limits, links);
  const each = field.elements === '' ? markup`` : markup`<br>Each: ${inline(field.elements)}`;
  const called = field.schema['x-label'];
  const label = called ? markup` <span class="label">${String(called)}</span>` : markup``;
  return markup`<li data-field="${field.path}"><code>${field.name}</code>${label} <span class="type">${field.type}${presence}${empty}</span> ${inline(field.description)}${each}${constant}${limits}${deprecation(field.schema)} ${sourceOf(site, field, links)}${fieldList(site, field.fields, links)}</li>
`;
})}</ul>`;
}

/** What a field rests on: the clauses that state it, and the assumptions that its description or its place rest on. */
function sourceOf({ contract }: Site, { pointer, schema }: Field, links: Links): Markup {
  const { clauses = [], assumptions = [] } = contract.findOwner(pointer) ?? {};
  const meanings = [member(schema['x-assumes'], 'meaning') ?? []].flat().map(String);
  const source = markup`${joined(clauses.map(links.clause))}${assumedBy([...new Set([...assumptions, ...meanings])], links)}`;
  return source.markup === '' ? markup`` : markup`<span class="source">${source}</span>`;
}
