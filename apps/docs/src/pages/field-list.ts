import { type DocumentedOperation, member } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import type { Field, Limit } from '../contract/fields.ts';
import { sourcesOf } from '../contract/sources.ts';
import { anchor, inline, joined, type Links } from '../site/links.ts';
import type { Site } from '../site.ts';

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

/** A mark at a field: `required`, `may be empty`. */
export const flag = (text: string, kind: 'plain' | 'warn' = 'plain'): Markup =>
  markup`<span class="flag${kind === 'warn' ? ' warn' : ''}">${text}</span>`;

/** What a value or field rests on and what limits it, folded: `stated` or `assumed` at a glance, the rest on demand. */
export function folded(
  { findBasis }: Contract,
  { limits, clauses = [], assumptions = [] }: { limits: readonly Limit[]; clauses?: string[]; assumptions?: string[] },
  links: Links,
): Markup {
  const rules = limits.map(({ text, pointer }) => {
    return markup`<div><code>${text}</code>${assumedBy(findBasis(pointer)?.assumptions ?? [], links)}</div>`;
  });
  const rows: [string, Markup][] = [
    ['Rules', markup`${rules}`],
    ['Stated in', joined(clauses.map(links.clause))],
    ['Assumed', joined(assumptions.map(links.assumption))],
  ];
  const shown = rows.filter(([, { markup }]) => markup !== '');
  if (shown.length === 0) return markup``;
  const summary = [
    rules.length > 0 ? 'rules' : '',
    clauses.length > 0 ? 'stated' : '',
    assumptions.length > 0 ? 'assumed' : '',
  ];
  return markup`<details class="more"><summary>${summary.filter(Boolean).join(', ')}</summary><dl>${shown.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
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

/**
 * The fields of a body, nested as in the body.
 * @param prefix of the ids, by which a field can be linked to; undefined: these fields have none
 */
export function fieldList(site: Site, fields: readonly Field[], links: Links, prefix?: string): Markup {
  if (fields.length === 0) return markup``;
  return markup`<ul class="fields">
${fields.map((field) => fieldRow(site, field, links, prefix))}</ul>`;
}

function fieldRow(site: Site, field: Field, links: Links, prefix: string | undefined): Markup {
  const { name, path, type, schema, elements, constant } = field;
  const isNever = type === 'never sent';
  const presence = isNever ? markup`` : field.isRequired ? flag('required') : flag('may be absent', 'warn');
  const empty = field.mayBeEmpty ? flag('may be empty', 'warn') : markup``;
  const called = schema['x-label'];
  const label = called ? markup`<span class="label">${String(called)}</span> ` : markup``;
  const always = constant === undefined ? markup`` : markup` Always <code>${JSON.stringify(constant)}</code>.`;
  const each = elements === '' ? markup`` : markup` Each: ${inline(elements)}`;
  const text = markup`${inline(field.description)}${each}${always}${deprecation(schema)}`;
  const id = prefix === undefined ? markup`` : markup` id="${anchor(prefix, path)}"`;
  return markup`<li data-field="${path}"${id}><div class="field"><code>${name}</code> ${label}<span class="type">${type}</span> ${presence} ${empty}</div>
${text.markup === '' ? text : markup`<p>${text}</p>`}${folded(site.contract, { limits: field.limits, ...sourcesOf(site.contract, field.pointer, schema) }, links)}${fieldList(site, field.fields, links, prefix)}</li>
`;
}
