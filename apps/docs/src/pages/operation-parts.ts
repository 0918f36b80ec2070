import {
  bodyForms,
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
import { type Field, fieldsAt, type Limit, limitsAt } from '../model/fields.ts';
import { requestLine, templateLine } from '../model/requests.ts';
import { samplesOf } from '../model/samples.ts';
import { block } from '../site/frame.ts';
import { anchor, inline, joined, type Links, PATHS } from '../site/links.ts';
import type { Site } from '../site/site.ts';
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

/** That something is deprecated, until when, and what to use instead; empty if it is not. */
export function deprecation(node: unknown): Markup {
  const text = deprecationText(node);
  return text === undefined ? markup`` : markup` <strong data-deprecated>${inline(text)}</strong>`;
}

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
${rows.map((parameter) => parameterItem(contract, parameter, links))}
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
  { name, required, selector, schema, example, node, at }: DocumentedParameter,
  links: Links,
): Markup {
  const item = (type: string, text: Markup): Markup =>
    markup`<li data-parameter="${name}"><code>${name}</code> <span class="type">${type}${required ? '' : ', optional'}</span>: ${text}${deprecation(node)}</li>`;
  if (selector !== undefined) return item(`always ${selector}`, markup`chooses this operation.`);
  const shown = example === undefined ? markup`` : markup` For example <code>${String(example)}</code>.`;
  const limits = limitList(contract, limitsAt(contract.document, [...at, 'schema']), links);
  return item(String(schema.type ?? 'string'), markup`${inline(node.description ?? '')}${shown}${limits}`);
}

/** What limits a value; an assumption is named. */
function limitList({ findOwner }: Contract, limits: readonly Limit[], links: Links): Markup {
  if (limits.length === 0) return markup``;
  const shown = limits.map(({ text, pointer }) => {
    const assumptions = findOwner(pointer)?.assumptions ?? [];
    const source = assumptions.length > 0 ? markup` (assumed: ${joined(assumptions.map(links.assumption))})` : markup``;
    return markup`<code>${text}</code>${source}`;
  });
  return markup` <span class="limits">${joined(shown)}</span>`;
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
  const schema = dereference(contract.document, jsonOf(response)?.schema);
  const texts = [member(schema, 'description')].filter((text) => typeof text === 'string');
  const charging = contract.assumptions.get('charging')?.statement;
  return [
    ...texts.map((text) => markup`<p>${inline(text)}</p>`),
    ...(charging ? [markup`<p>Assumed: ${inline(charging)} (${links.assumption('charging')})</p>`] : []),
  ];
}

function formsOf({ site, operation, links, prefix, level }: OperationView, response: DocumentedResponse): Markup[] {
  const { document } = site.contract;
  const media = jsonOf(response);
  if (!media) return [];
  return bodyForms(document, media.schema, [...media.at, 'schema']).map(({ title = 'body', at }) => {
    const example = media.examples.find(({ name }) => name === title) ?? media.examples[0];
    const fields = fieldsAt(document, at);
    const id = anchor(`${prefix}reply`, title);
    return markup`<section class="envelope" data-operation="${operation.id}" data-status="${response.status}" data-envelope="${title}">
${heading(level + 1, id, markup`${response.status}, envelope <code>${title}</code>`)}
<div class="beside">
${block(JSON.stringify(example?.value, null, 2), `Example of the envelope ${title}`, 'json')}
<div><p class="type">A field is always there, never empty and never <code>null</code>, unless it says so.</p>${fieldList(site, fields, links)}</div>
</div>
</section>
`;
  });
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
  const called = field.schema['x-label'];
  const label = called ? markup` <span class="label">${String(called)}</span>` : markup``;
  return markup`<li data-field="${field.path}"><code>${field.name}</code>${label} <span class="type">${field.type}${presence}${empty}</span> ${inline(field.description)}${constant}${limits}${deprecation(field.schema)} ${sourceOf(site, field, links)}${fieldList(site, field.fields, links)}</li>
`;
})}</ul>`;
}

/** What a field rests on: the clauses that state it, and the assumptions that its description or its place rest on. */
function sourceOf({ contract }: Site, { pointer, schema }: Field, links: Links): Markup {
  const { clauses = [], assumptions = [] } = contract.findOwner(pointer) ?? {};
  const meanings = [member(schema['x-assumes'], 'meaning') ?? []].flat().map(String);
  const sources = [
    ...clauses.map(links.clause),
    ...[...new Set([...assumptions, ...meanings])].map((id) => markup`assumption ${links.assumption(id)}`),
  ];
  return sources.length === 0 ? markup`` : markup`<span class="source">${joined(sources)}</span>`;
}

/** Each error with the request that causes it. */
export function errorsPart(shown: OperationView): Markup {
  const { site, operation, links, prefix, level } = shown;
  return markup`${heading(level, `${prefix}errors`, 'Errors')}
<p>What each means, what to do, and what its body has: ${links.to(PATHS.errors, 'Errors')}. To see one, send its request; where <code>Prefer</code> stands, the mock sends it to a request with this header.</p>
${errorResponses(operation).map((response) => {
  const id = anchor(`${prefix}status`, response.status);
  return markup`<section>
${heading(level + 1, id, response.status)}
<p>${inline(response.node.description ?? '')}</p>
<ul class="errors">
${errorCases(site.contract, operation, response).map((one) => errorItem(site, one, links))}</ul>
</section>
`;
})}`;
}

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
      markup`<br><code class="line">${header}: ${value}</code>${assumptions.length > 0 ? markup` (assumed: ${joined(assumptions.map(links.assumption))})` : markup``}`,
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
<p>${links.to(PATHS.clauses, 'Clauses')} of its own subject: ${joined(clauses.map(links.clause))}</p>`;
}
