import {
  bodyForms,
  type DocumentedOperation,
  type DocumentedResponse,
  type Json,
  jsonOf,
  operationDescription,
} from '@vehicle-lookup/document';
import { type Markup, markup } from '@vehicle-lookup/markup';
import { deprecationText } from '../model/deprecation.ts';
import { type ErrorCase, errorCases, errorResponses } from '../model/error-cases.ts';
import { type Field, fieldsAt } from '../model/fields.ts';
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
export function requestPart({ site, operation, prefix, level }: OperationView): Markup {
  const { contract } = site;
  const { node, parameters } = operation;
  // The request stands above as a line. "Assumed:" holds to the end of its paragraph.
  const { about, next } = operationDescription(node.description ?? '');
  const [first = '', ...others] = about;
  const paragraphs = [first, next ?? '', ...others].filter((text) => text !== '');
  const isDeprecated = deprecationText(node) !== undefined;
  const deprecated = isDeprecated ? markup`<p>${deprecation(node)}</p>` : markup``;
  const rows = parameters.filter(({ name }) => !contract.table.credentials.includes(name));
  return markup`<p class="request"><code>${requestLine(contract, operation)}</code></p>
${paragraphs.map((text) => markup`<p>${inline(text)}</p>`)}${deprecated}
${heading(level, `${prefix}parameters`, 'Parameters')}
<ul class="fields">
<li>${joined(
    contract.table.credentials.map((name) => markup`<code>${name}</code>`),
    ' ',
  )} <span class="type">string</span>: your account; every request has them.</li>
${rows.map(({ name, required, selector, schema, example, node: parameter }) => {
  const type = markup`<span class="type">${selector === undefined ? String(schema.type ?? 'string') : `always ${selector}`}</span>`;
  const shown =
    selector === undefined && example !== undefined ? markup` For example <code>${String(example)}</code>.` : markup``;
  return markup`<li data-parameter="${name}"><code>${name}</code> ${type}${required ? markup`` : markup` optional`}: ${inline(parameter.description ?? '')}${shown}${deprecation(parameter)}</li>`;
})}
</ul>`;
}

/** Each envelope: an example beside the fields. */
export function repliesPart(shown: OperationView): Markup {
  const { operation, prefix, level } = shown;
  const successes = operation.responses.filter(({ status }) => status.startsWith('2'));
  return markup`${heading(level, `${prefix}reply`, 'Reply')}
${successes.flatMap((response) => formsOf(shown, response))}`;
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
<div>${fieldList(site, fields, links)}</div>
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
  const limits =
    field.limits.length > 0
      ? markup` <span class="limits">${joined(field.limits.map((limit) => markup`<code>${limit}</code>`))}</span>`
      : markup``;
  const called = field.schema['x-label'];
  const label = called ? markup` <span class="label">${String(called)}</span>` : markup``;
  return markup`<li data-field="${field.path}"><code>${field.name}</code>${label} <span class="type">${field.type}${presence}${empty}</span> ${inline(field.description)}${constant}${limits}${deprecation(field.schema)} ${sourceOf(site, field.pointer, links)}${fieldList(site, field.fields, links)}</li>
`;
})}</ul>`;
}

/** The clause or assumption that a place of the document rests on. */
function sourceOf({ contract }: Site, pointer: string, links: Links): Markup {
  const owner = contract.findOwner(pointer);
  const sources = [...(owner?.clauses ?? []).map(links.clause), ...(owner?.assumptions ?? []).map(links.assumption)];
  return sources.length === 0 ? markup`` : markup`<span class="source">${joined(sources)}</span>`;
}

/** Each error with the request that causes it. */
export function errorsPart(shown: OperationView): Markup {
  const { site, operation, links, prefix, level } = shown;
  return markup`${heading(level, `${prefix}errors`, 'Errors')}
<p>What each means, and what to do: ${links.to(PATHS.errors, 'Errors')}. The mock sends any of them to a request with the header <code>Prefer</code> that stands beside it.</p>
${errorResponses(operation).map((response) => {
  const id = anchor(`${prefix}status`, response.status);
  return markup`<section>
${heading(level + 1, id, response.status)}
<p>${inline(response.node.description ?? '')}</p>
<ul class="errors">
${errorCases(site.contract, operation, response).map((one) => errorItem(site, one))}</ul>
</section>
`;
})}`;
}

function errorItem({ contract }: Site, { status, name, request, prefer, headers, body }: ErrorCase): Markup {
  const line = request && templateLine(contract, request);
  const cause = line
    ? markup`<code class="line" data-request>${line}</code>`
    : markup`<code class="line">Prefer: ${prefer}</code>`;
  const shownHeaders = headers.map(([header, value]) => markup`<br><code class="line">${header}: ${value}</code>`);
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
  const assumptions = provenance.assumptionsOf(operation.id);
  const clauses = provenance.clausesOf(operation.id);
  return markup`${heading(level, `${prefix}rests-on`, 'Rests on')}
<p>${assumptions.length} assumptions, where the specification is silent, and ${clauses.length} of its clauses.</p>
<ul class="fields">
${assumptions.map((id) => markup`<li>${links.assumption(id)} ${inline(contract.assumptions.get(id)?.statement ?? '')}</li>`)}
</ul>
<p>Clauses: ${joined(clauses.map(links.clause))}</p>`;
}
