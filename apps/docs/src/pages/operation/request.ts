import { type DocumentedParameter, member, members, operationDescription } from '@vehicle-lookup/openapi';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { Contract } from '../../contract/contract.ts';
import { deprecationText } from '../../contract/deprecation.ts';
import { limitsAt } from '../../contract/fields.ts';
import { requestLine } from '../../contract/requests.ts';
import { heading } from '../../site/headings.ts';
import { anchor, inline, type Links } from '../../site/links.ts';
import { deprecation, flag, folded } from '../field-list.ts';
import type { OperationView } from './view.ts';

/** What the operation does, and its request as a line. */
export function introPart({ site: { contract }, operation }: OperationView, hasForm: boolean): Markup {
  const { node } = operation;
  const { about, next } = operationDescription(node.description ?? '');
  const deprecated =
    deprecationText(node) === undefined ? markup`` : markup`<p class="note warn">${deprecation(node)}</p>`;
  const [method = '', address = ''] = requestLine(contract, operation).split(/ (.*)/s);
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const form = hasForm ? markup`<a class="button" href="#try-it">Try it</a>` : markup``;
  return markup`${about.map((text) => markup`<p class="lead">${inline(text)}</p>`)}${deprecated}
<div class="request"><span class="method">${method}</span> <code>${path}<span class="q">?${query}</span></code>${form}</div>
${next === undefined ? markup`` : markup`<p>${inline(next)}</p>`}`;
}

/** What each parameter is. */
export function parametersPart({ site: { contract }, operation, links, prefix, level }: OperationView): Markup {
  const { credentials } = contract.table;
  const own = operation.parameters.filter(({ name }) => !credentials.includes(name));
  return markup`${heading(level, `${prefix}parameters`, 'Parameters')}
<ul class="fields">
${own.map((parameter) => parameterRow(contract, operation.id, parameter, links, prefix))}
${credentials.map((name) => row(name, 'string', flag('required'), inline(credentialText(contract, name)), markup``, prefix))}
</ul>`;
}

function row(name: string, type: string, flags: Markup, text: Markup, more: Markup, prefix: string): Markup {
  return markup`<li data-parameter="${name}" id="${anchor(`${prefix}parameter`, name)}"><div class="field"><code>${name}</code> <span class="type">${type}</span> ${flags}</div>
<p>${text}</p>${more}</li>`;
}

/** What the document says of a credential, up to its first assumption; the reference has the rest. */
const credentialText = ({ document }: Contract, name: string): string => {
  const schemes = members(document.components?.securitySchemes).map(([, scheme]) => scheme);
  const description = schemes.find((scheme) => member(scheme, 'name') === name);
  return String(member(description, 'description') ?? 'Your account.').split(' Assumed: ')[0] ?? '';
};

/** A parameter with what limits its values. The page itself says what a selector chooses. */
function parameterRow(
  contract: Contract,
  operation: string,
  { name, required, selector, schema, example, node, at }: DocumentedParameter,
  links: Links,
  prefix: string,
): Markup {
  const flags = required ? flag('required') : flag('optional', 'warn');
  if (selector !== undefined) {
    const text = markup`Chooses this operation.${otherwise(contract, operation, links)}${deprecation(node)}`;
    return row(name, `always ${selector}`, flags, text, markup``, prefix);
  }
  const shown = example === undefined ? markup`` : markup` For example <code>${String(example)}</code>.`;
  const text = markup`${inline(node.description ?? '')}${shown}${deprecation(node)}`;
  const limits = limitsAt(contract.document, [...at, 'schema']);
  return row(name, String(schema.type ?? 'string'), flags, text, folded(contract, { limits }, links), prefix);
}

/** What a request without its selector is: one for the operation that has none, if it has what that takes. */
function otherwise({ table, assumptions }: Contract, id: string, links: Links): Markup {
  const fallback = table.operations.find(({ selectors }) => Object.keys(selectors).length === 0);
  if (!fallback || !assumptions.has('default-operation')) return markup``;
  const own = table.operations.find((one) => one.id === id)?.parameters ?? {};
  return Object.keys(fallback.parameters).every((name) => name in own)
    ? markup` Without it the request is one for <code>${fallback.id}</code>.`
    : markup` Assumed: without it, 400 (${links.assumption('default-operation')}).`;
}
