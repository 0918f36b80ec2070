import type { DocumentedOperation, DocumentedResponse } from '@vehicle-lookup/openapi';
import { dereference, jsonOf, member, operationDescription } from '@vehicle-lookup/openapi';
import { markup } from '@vehicle-lookup/toolkit/markup';
import { errorSections } from '../content/error-sections.ts';
import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { formsOf, type ResponseForm, successesOf } from '../contract/envelopes.ts';
import { errorCases, errorResponses } from '../contract/error-cases.ts';
import { exampleValues } from '../contract/example-values.ts';
import { fieldsAt, pointerOf } from '../contract/fields.ts';
import { operationTitle, requestLine } from '../contract/requests.ts';
import { assumedBy, blocks, box, bullets, code, fence, json, to, toAssumption, toClause } from '../markdown/write.ts';
import type { Block, SitePage, Widget } from '../page.ts';
import type { Site } from '../site.ts';
import { errorFolds } from '../widgets/errors.ts';
import { fieldRows, parameterRows } from '../widgets/fields.ts';
import { beside, card, tabs } from '../widgets/layout.ts';
import { samplesCard } from '../widgets/samples.ts';
import { tryItCard, tryItData } from './try-it.ts';

/** Returns the page of an operation: request, response, errors, samples and a form. */
export function operationPage(site: Site, operation: DocumentedOperation): SitePage {
  const { id, node, parameters } = operation;
  const title = operationTitle(operation);
  const { about } = operationDescription(node.description ?? '');
  return {
    path: `operations/${id}`,
    title,
    heading: `${title} ${code(id)}`,
    description: about[0] ?? title,
    keywords: { '': [id, ...parameters.map(({ name }) => name)] },
    body: [operationBody(site, operation, true)],
    isWide: true,
    scripts: ['try-it'],
    data: tryItData(site, id),
  };
}

/** @param hasForm whether the page contains the form for the operation */
export function operationBody(site: Site, operation: DocumentedOperation, hasForm: boolean): Widget {
  const { contract } = site;
  const { id, node, parameters } = operation;
  const { about, next = '' } = operationDescription(node.description ?? '');
  const deprecated = deprecationText(node);
  return beside(
    [...about, deprecated ? box('WARNING', deprecated) : '', requestBar(contract, operation, hasForm), next],
    [...(hasForm ? [tryItCard()] : []), samplesCard(site, operation), ...exampleCards(contract, operation)],
    [
      '## Parameters',
      parameterRows(contract, id, parameters),
      ...responses(site, operation),
      ...errors(site, operation),
      restsOn(site, id),
    ],
  );
}

/** Returns the request line, with a link to the form if the page has one. */
function requestBar(contract: Contract, operation: DocumentedOperation, hasForm: boolean): Widget {
  const line = requestLine(contract, operation);
  const [method = '', path = '', query = ''] = line.split(/[ ?]/);
  const form = hasForm ? markup`<a class="button" href="#try-it">Try it</a>` : markup``;
  return {
    html: () =>
      markup`<div class="request"><span class="method">${method}</span> <code>${path}<span class="q">?${query}</span></code>${form}</div>\n`,
    markdown: fence(line, 'http'),
  };
}

/** Returns the envelopes of a response. An envelope without its own example gets the first example. */
const shownForms = ({ document }: Contract, response: DocumentedResponse): ResponseForm[] =>
  formsOf(document, response).map((form) => ({
    ...form,
    example: form.example ?? jsonOf(response)?.examples[0]?.value,
  }));

/** Returns the id of a section about a response. Ids contain the status except for the first successful response. */
const partOf = (id: string, { status }: DocumentedResponse, index: number): string =>
  index === 0 ? id : `${id}-${status}`;

const exampleCards = (contract: Contract, operation: DocumentedOperation): Widget[] =>
  successesOf(operation).map((response, position) => {
    const panels = shownForms(contract, response).map(({ title, example = null }) => ({
      name: title,
      body: [json(example)],
    }));
    const title = `Response ${code(response.status)}`;
    const id = partOf('example', response, position);
    return card(id, title, tabs('envelope', 'Envelope of the example', panels, id));
  });

/** Returns the sections about successful responses, with the fields of each envelope. */
function responses(site: Site, operation: DocumentedOperation): Block[] {
  const { contract } = site;
  return successesOf(operation).flatMap((response, position): Block[] => {
    const { status, node } = response;
    const [id, rowsId] = [partOf('response', response, position), partOf('field', response, position)];
    const forms = shownForms(contract, response);
    const values = exampleValues(operation);
    const panels = forms.map(({ title, at, schema }, index) => ({
      name: title,
      body: [
        String(member(schema, 'description') ?? ''),
        fieldRows(contract, fieldsAt(contract.document, at), { prefix: index === 0 ? rowsId : undefined, values }),
      ],
    }));
    const isOnlyForm = forms.length === 1 && contract.assumptions.has('envelopes');
    const media = jsonOf(response);
    return [
      `## Response {#${id}}`,
      `${code(status)} ${node.description ?? ''}${forms.length > 1 ? ` The response has one of ${forms.length} envelopes.` : ''}`,
      aboutFields(site, operation.id),
      tabs('envelope', 'Envelope', panels, id),
      isOnlyForm ? `Assumed: every ${status} has this envelope (${toAssumption('envelopes')}).` : '',
      String((media && member(dereference(contract.document, media.schema), 'description')) ?? ''),
      assumed(contract, 'charging'),
    ];
  });
}

/** Returns the rules that apply to all fields of an operation. */
function aboutFields({ provenance }: Site, id: string): string {
  const ids = ['fields-present', 'empty-values'].filter((one) => provenance.operationsOf(one).includes(id));
  const source =
    ids.length > 0 ? ` Where no clause states this rule, it is assumed: ${ids.map(toAssumption).join(', ')}.` : '';
  return `A field is always present, never empty and never \`null\`, unless its entry states otherwise.${source} Clients should tolerate exceptions.`;
}

/** Returns the statement of an assumption, or an empty string if the contract does not have the assumption. */
export function assumed({ assumptions }: Pick<Contract, 'assumptions'>, id: string): string {
  const statement = assumptions.get(id)?.statement;
  return statement === undefined ? '' : `Assumed: ${statement} (${toAssumption(id)})`;
}

/** Returns the section about errors, each with the request that causes the error. */
function errors(site: Site, operation: DocumentedOperation): Block[] {
  const { contract } = site;
  const sections = errorSections(site).filter(({ isContract }) => isContract);
  return [
    '## Errors',
    `The [Errors](/errors) page explains each error and its body. To cause an error, send the request shown with it. The mock has no accounts, so it returns errors about accounts and plans only if the request has the error's \`Prefer\` header.`,
    ...errorResponses(operation).flatMap((response): Block[] => {
      const place = pointerOf([...operation.at, 'responses', response.status]);
      const section = sections.find(({ statuses }) => statuses.includes(response.status));
      return [
        `### ${code(response.status)} ${section?.title ?? ''} {#status-${response.status}}`,
        `${response.node.description ?? ''}${assumedBy(contract.findBasis(place)?.assumptions ?? [])}`,
        section && section.todo !== '' ? `${section.todo} See ${to(`errors#${section.id}`, 'what to do')}.` : '',
        errorFolds(contract, errorCases(contract, operation, response)),
      ];
    }),
  ];
}

/** Returns the section about the assumptions and clauses that apply only to some operations. */
function restsOn({ contract, provenance }: Site, operation: string): string {
  const ids = provenance.assumptionsOf(operation);
  const clauses = provenance.clausesOf(operation).map(toClause).join(', ');
  const shared = `the ${to('assumptions#every-operation', 'assumptions about every operation')}`;
  const own = ids.length > 0 ? `on the following assumptions, in addition to ${shared}:` : `only on ${shared}.`;
  return blocks(
    '## Assumptions {#rests-on}',
    `Where the specification is silent, this operation is based ${own}`,
    bullets(ids.map((id) => `${toAssumption(id)}: ${contract.assumptions.get(id)?.statement ?? ''}`)),
    clauses &&
      `${to('clauses', 'Clauses')} about this operation, except for parts shared with other operations: ${clauses}`,
  );
}
