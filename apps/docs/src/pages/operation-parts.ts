import {
  bodyForms,
  child,
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentedResponse,
  dereference,
  type Json,
  jsonOf,
  member,
  members,
  operationDescription,
} from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import type { Contract } from '../model/contract.ts';
import { deprecationText } from '../model/deprecation.ts';
import { type ErrorCase, errorCases, errorResponses } from '../model/error-cases.ts';
import { fieldsAt, limitsAt } from '../model/fields.ts';
import { requestLine, templateLine } from '../model/requests.ts';
import { samplesOf } from '../model/samples.ts';
import { block } from '../site/frame.ts';
import { anchor, inline, joined, type Links, PATHS } from '../site/links.ts';
import type { Site } from '../site/site.ts';
import { aboutFields, assumed, assumedBy, deprecation, fieldList, limitList } from './field-list.ts';
import { sampleRequest } from './sample-request.ts';

/** An operation with the place where it is shown: on its own page, or among others. */
export interface OperationView {
  site: Site;
  operation: DocumentedOperation;
  links: Links;
  /** Before each element id, where several operations share a page. */
  prefix: string;
  /** Level of its sections' headings. */
  level: 2 | 3;
}

const heading = (level: number, id: string, text: string | Markup): Markup => {
  const tag: Markup = { markup: `h${level}` };
  return markup`<${tag} id="${id}">${text}</${tag}>`;
};

/** The true request, and what each parameter is. */
export function requestPart({ site, operation, links, prefix, level }: OperationView): Markup {
  const { contract } = site;
  const { node, parameters } = operation;
  // The request stands above as a line.
  const { about } = operationDescription(node.description ?? '');
  const isDeprecated = deprecationText(node) !== undefined;
  const deprecated = isDeprecated ? markup`<p>${deprecation(node)}</p>` : markup``;
  const rows = parameters.filter(({ name }) => !contract.table.credentials.includes(name));
  return markup`<p class="request"><code>${requestLine(contract, operation)}</code></p>
${about.map((text) => markup`<p>${inline(text)}</p>`)}${deprecated}
${heading(level, `${prefix}parameters`, 'Parameters')}
<ul class="fields">
${contract.table.credentials.map((name) => markup`<li><code>${name}</code> <span class="type">string</span>: ${inline(credentialText(contract, name))}</li>`)}
${rows.map((parameter) => parameterItem(contract, operation.id, parameter, links))}
</ul>`;
}

/** What the document says of a credential, up to its first assumption; the reference has the rest. */
const credentialText = ({ document }: Contract, name: string): string => {
  const schemes = members(document.components?.securitySchemes).map(([, scheme]) => scheme);
  const description = schemes.find((scheme) => member(scheme, 'name') === name);
  return String(member(description, 'description') ?? 'Your account.').split(' Assumed: ')[0] ?? '';
};

/** A parameter with what limits its values. The page itself says what a selector chooses. */
function parameterItem(
  contract: Contract,
  operation: string,
  { name, required, selector, schema, example, node, at }: DocumentedParameter,
  links: Links,
): Markup {
  const item = (type: string, text: Markup): Markup =>
    markup`<li data-parameter="${name}"><code>${name}</code> <span class="type">${type}${required ? '' : ', optional'}</span>: ${text}${deprecation(node)}</li>`;
  if (selector !== undefined)
    return item(`always ${selector}`, markup`chooses this operation.${otherwise(contract, operation, links)}`);
  const shown = example === undefined ? markup`` : markup` For example <code>${String(example)}</code>.`;
  const limits = limitList(contract, limitsAt(contract.document, [...at, 'schema']), links);
  return item(String(schema.type ?? 'string'), markup`${inline(node.description ?? '')}${shown}${limits}`);
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

/** Each envelope: an example beside the fields. After them, where the reply leads to. */
export function repliesPart(shown: OperationView): Markup {
  const { operation, prefix, level } = shown;
  const successes = operation.responses.filter(({ status }) => status.startsWith('2'));
  const { next } = operationDescription(operation.node.description ?? '');
  return markup`${heading(level, `${prefix}reply`, 'Reply')}
${successes.flatMap((response) => formsOf(shown, response))}
${successes.flatMap((response) => aboutForms(shown, response))}
${next === undefined ? markup`` : markup`<p>${inline(next)}</p>`}`;
}

/** What holds for all forms of a reply, and what it costs. */
function aboutForms({ site: { contract }, links }: OperationView, response: DocumentedResponse): Markup[] {
  const media = jsonOf(response);
  if (!media) return [];
  const text = member(dereference(contract.document, media.schema), 'description');
  const isOnlyForm = bodyForms(contract.document, media.schema, [...media.at, 'schema']).length === 1;
  return [
    isOnlyForm && contract.assumptions.has('envelopes')
      ? markup`<p>Assumed: every ${response.status} has this form (${links.assumption('envelopes')}).</p>`
      : markup``,
    text === undefined ? markup`` : markup`<p>${inline(String(text))}</p>`,
    assumed(contract, 'charging', links),
  ];
}

function formsOf({ site, operation, links, prefix, level }: OperationView, response: DocumentedResponse): Markup[] {
  const { document } = site.contract;
  const media = jsonOf(response);
  if (!media) return [];
  return bodyForms(document, media.schema, [...media.at, 'schema']).map(({ title = 'body', at, schema: form }) => {
    const example = media.examples.find(({ name }) => name === title) ?? media.examples[0];
    const fields = fieldsAt(document, at);
    const id = anchor(`${prefix}reply`, title);
    return markup`<section class="envelope" data-operation="${operation.id}" data-status="${response.status}" data-envelope="${title}">
${heading(level + 1, id, markup`${response.status}, envelope <code>${title}</code>`)}
<div class="beside">
${block(JSON.stringify(example?.value, null, 2), `Example of the envelope ${title}`, 'json')}
<div>${aboutFields(site, operation, form, links)}${fieldList(site, fields, links)}</div>
</div>
</section>
`;
  });
}

/** Each error with the request that causes it. */
export function errorsPart(shown: OperationView): Markup {
  const { site, operation, links, prefix, level } = shown;
  const { contract } = site;
  return markup`${heading(level, `${prefix}errors`, 'Errors')}
<p>What each means, what to do, and what its body has: ${links.to(PATHS.errors, 'Errors')}. To see one, send its request; the mock, which knows no accounts, sends those of accounts and plans only to a request with a header such as <code>Prefer: code=401, example=invalid-credentials</code>.</p>
${errorResponses(operation).map((response) => {
  const id = anchor(`${prefix}status`, response.status);
  return markup`<section>
${heading(level + 1, id, response.status)}
<p>${inline(response.node.description ?? '')}${assumedBy(contract.findOwner(statusPlace(operation, response.status))?.assumptions ?? [], links)}</p>
<ul class="errors">
${errorCases(contract, operation, response).map((one) => errorItem(site, one, links))}</ul>
</section>
`;
})}`;
}

const statusPlace = ({ at }: DocumentedOperation, status: string): string =>
  [...at, 'responses', status].reduce<string>(child, '');

function errorItem(
  { contract }: Site,
  { status, name, request, prefer, headers, body }: ErrorCase,
  links: Links,
): Markup {
  const line = request && templateLine(contract, request);
  const cause = line
    ? markup`<code class="line" data-request>${line}</code>`
    : markup`<code class="line">Prefer: ${prefer}</code>`;
  const shownHeaders = headers.map(
    ({ header, value, assumptions }) =>
      markup`<br><code class="line">${header}: ${value}</code>${assumedBy(assumptions, links)}`,
  );
  return markup`<li data-error="${name}" data-status="${status}" data-prefer="${prefer}"><code>${name}</code> ${cause}<br><code class="line" data-body>${JSON.stringify(body as Json)}</code>${shownHeaders}</li>
`;
}

/** The same request in four ways. */
export function samplesPart({ site, operation, prefix, level }: OperationView): Markup {
  return markup`${heading(level, `${prefix}samples`, 'Samples')}
<div data-samples="${operation.id}">
${samplesOf(sampleRequest(site, operation)).map(({ id, label, language, source }) => {
  return markup`${heading(level + 1, anchor(`${prefix}sample`, id), label)}
<div data-sample="${id}">${block(source, `Sample: ${label}`, language)}</div>
`;
})}</div>`;
}

/** What the operation rests on: assumptions with their statements, clauses by id. */
export function restsPart({ site, operation, links, prefix, level }: OperationView): Markup {
  const { provenance, contract } = site;
  const isEverywhere = (id: string) => provenance.operationsOf(id).length === contract.operations.length;
  const all = provenance.assumptionsOf(operation.id);
  const assumptions = all.filter((id) => !isEverywhere(id));
  const clauses = provenance.clausesOf(operation.id).filter((id) => !isEverywhere(id));
  return markup`${heading(level, `${prefix}rests-on`, 'Rests on')}
<p>Where the specification is silent, on these assumptions, besides ${links.to(`${PATHS.assumptions}#every-operation`, 'those of every operation')}:</p>
<ul class="fields">
${assumptions.map((id) => markup`<li>${links.assumption(id)} ${inline(contract.assumptions.get(id)?.statement ?? '')}</li>`)}
</ul>
<p>${links.to(PATHS.clauses, 'Clauses')} about this operation, without those about parts that others share: ${joined(clauses.map(links.clause))}</p>`;
}
