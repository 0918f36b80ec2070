import {
  bodyForms,
  type DocumentedOperation,
  type DocumentedParameter,
  type DocumentedResponse,
  dereference,
  jsonOf,
  member,
  operationDescription,
} from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { successesOf } from '../contract/envelopes.ts';
import { type ErrorCase, errorCases, errorResponses } from '../contract/error-cases.ts';
import { fieldsAt, limitsAt } from '../contract/fields.ts';
import { operationTitle, requestLine, templateLine } from '../contract/requests.ts';
import { sampleRequest } from '../contract/sample-request.ts';
import { samplesOf } from '../contract/samples.ts';
import { statusPlace } from '../pages/operation/errors.ts';
import { operationPath, PATHS } from '../site/links.ts';
import type { Site } from '../site.ts';
import { assumedBy, fieldBullets, ruleText } from './fields.ts';
import { type MarkdownLinks, markdownLinksFrom } from './links.ts';
import { blocks, bullets, code, fence } from './text.ts';

/** The page of an operation, from the same model as the page for people. */
export function operationMarkdown(site: Site, operation: DocumentedOperation): string {
  const { contract, provenance } = site;
  const links = markdownLinksFrom(operationPath(operation.id));
  const { about, next } = operationDescription(operation.node.description ?? '');
  const assumptions = provenance.assumptionsOf(operation.id);
  const clauses = provenance.clausesOf(operation.id);
  return blocks(
    `# ${operationTitle(operation)} ${code(operation.id)}`,
    ...about,
    deprecationText(operation.node) ?? '',
    fence(requestLine(contract, operation), 'http'),
    next ?? '',
    '## Parameters',
    parameters(contract, operation, links),
    '## Samples',
    'They read user and key from the environment.',
    ...samplesOf(sampleRequest(site, operation)).flatMap(({ label, language, source }) => [
      `### ${label}`,
      fence(source, language),
    ]),
    ...successesOf(operation).flatMap((response) => responseSection(contract, response, links)),
    '## Errors',
    `What each means, and what to do: ${links.to(PATHS.errors, 'errors')}.`,
    ...errorResponses(operation).flatMap((response) => [
      `### ${response.status}`,
      `${response.node.description ?? ''}${assumedBy(contract.findBasis(statusPlace(operation, response.status))?.assumptions ?? [], links)}`,
      bullets(errorCases(contract, operation, response).map((one) => errorLine(contract, one, links))),
    ]),
    '## Rests on',
    bullets(assumptions.map((id) => `${links.assumption(id)}: ${contract.assumptions.get(id)?.statement ?? ''}`)),
    `Clauses: ${clauses.map(links.clause).join(', ')}`,
  );
}

function parameters(contract: Contract, { parameters }: DocumentedOperation, links: MarkdownLinks): string {
  const { credentials } = contract.table;
  const own = parameters.filter(({ name }) => !credentials.includes(name));
  return bullets([
    ...own.map((one) => parameterLine(contract, one, links)),
    `${credentials.map(code).join(' and ')} (string, required): your account, with every request.`,
  ]);
}

function parameterLine(contract: Contract, parameter: DocumentedParameter, links: MarkdownLinks): string {
  const { name, required, selector, schema, example, node, at } = parameter;
  const presence = required ? 'required' : 'optional';
  if (selector !== undefined) return `${code(name)} always ${selector} ${presence}: Chooses this operation.`;
  const texts = [
    node.description ?? '',
    example === undefined ? '' : `For example ${code(String(example))}.`,
    deprecationText(node) ?? '',
    ruleText(contract, limitsAt(contract.document, [...at, 'schema']), links),
  ];
  return `${code(name)} ${schema.type ?? 'string'} ${presence}: ${texts.filter(Boolean).join(' ')}`;
}

/** The forms of a success, each with its fields and an example. */
function responseSection(contract: Contract, response: DocumentedResponse, links: MarkdownLinks): string[] {
  const media = jsonOf(response);
  if (!media) return [];
  const forms = bodyForms(contract.document, media.schema, [...media.at, 'schema']);
  const several = forms.length > 1 ? ` It comes in one of ${forms.length} envelopes.` : '';
  return [
    `## Response ${response.status}`,
    `${response.node.description ?? ''}${several}`,
    String(member(dereference(contract.document, media.schema), 'description') ?? ''),
    ...forms.flatMap(({ title = 'body', at, schema }) => [
      `### Envelope ${title}`,
      String(member(schema, 'description') ?? ''),
      fieldBullets(contract, fieldsAt(contract.document, at), links),
      fence(
        JSON.stringify((media.examples.find(({ name }) => name === title) ?? media.examples[0])?.value, null, 2),
        'json',
      ),
    ]),
  ];
}

function errorLine(contract: Contract, one: ErrorCase, links: MarkdownLinks): string {
  const { name, request, prefer, isCaused, headers, body } = one;
  const texts = [
    String(member(body, contract.table.error.text) ?? ''),
    request ? `Sent to ${code(templateLine(contract, request))}.` : '',
    isCaused ? '' : `The mock sends it to a request with ${code(`Prefer: ${prefer}`)}.`,
    ...headers.map(
      ({ header, value, assumptions }) => `${code(`${header}: ${value}`)}${assumedBy(assumptions, links)};`,
    ),
    code(JSON.stringify(body)),
  ];
  return `${code(name)} ${texts.filter(Boolean).join(' ')}`;
}
