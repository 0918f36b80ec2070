import { dereference, jsonOf, member, wireUrl } from '@vehicle-lookup/openapi';
import { type Contract, licenceOf } from '../contract/contract.ts';
import { CONTRACT_FILE_USES, CONTRACT_FILES } from '../contract/contract-files.ts';
import { errorResponses } from '../contract/error-cases.ts';
import { errorSections, type KnownError, responseText } from '../contract/error-sections.ts';
import { fieldsAt } from '../contract/fields.ts';
import { operationTitle, templateLine } from '../contract/requests.ts';
import { countsText } from '../pages/assumptions.ts';
import { operationsContaining } from '../pages/clauses.ts';
import { SERVICE_WIDE } from '../pages/errors.ts';
import { waysOf } from '../pages/ways.ts';
import { operationPath, PATHS } from '../site/links.ts';
import type { Site } from '../site.ts';
import { PACKAGES } from '../texts/pages.ts';
import { firstSentence, type Text } from '../texts/text.ts';
import { fieldBullets } from './fields.ts';
import { type MarkdownLinks, markdownLinksFrom } from './links.ts';
import { blocks, bullets, code, fence, table } from './text.ts';

/** The first page: what the interface is. */
export function startMarkdown(site: Site): string {
  const { contract } = site;
  const links = markdownLinksFrom(PATHS.start);
  const licence = licenceOf(contract);
  const { document, operations, table: entries, title } = contract;
  return blocks(
    `# ${title}`,
    `${document.info?.summary ?? ''} One path, ${code(`${entries.method} ${entries.path}`)}; the parameters choose one of ${operations.length} operations.`,
    '## What is here for you',
    bullets(
      waysOf(site).map(({ who, pages }) => `${who}: ${pages.map(({ path, text }) => links.to(path, text)).join(', ')}`),
    ),
    '## Operations',
    operationTable(contract, links.operation),
    '## The interface',
    (document.info?.description ?? '').replaceAll(/^#+ /gm, '### '),
    '## The contract as files',
    bullets(CONTRACT_FILES.map((file) => `${links.to(file, code(file))}: ${CONTRACT_FILE_USES[file]}`)),
    licence ? `Licence: ${licence}.` : '',
    `The pages as Markdown: ${links.to('llms.txt', code('llms.txt'))}.`,
    `What to install: ${links.to(PATHS.packages, 'packages')}.`,
  );
}

export function packagesMarkdown({ texts }: Site): string {
  return blocks('# Packages', PACKAGES, textList(texts, 'package', markdownLinksFrom(PATHS.packages)));
}

export function operationsMarkdown({ contract }: Site): string {
  const links = markdownLinksFrom(PATHS.operations);
  return blocks(
    '# Operations',
    `Every operation is a GET request to the same path; the parameters choose it. ${links.to(PATHS.all, 'All operations on one page')}, for searching and printing.`,
    operationTable(contract, links.operation),
  );
}

const operationTable = (contract: Site['contract'], link: (id: string) => string): string =>
  table(
    ['operation', '', `request, besides ${contract.table.credentials.join(' and ')}`],
    contract.operations.map((operation) => [
      link(operation.id),
      operationTitle(operation),
      code(`${contract.table.method} ${wireUrl(contract.document, operation)}`),
    ]),
  );

export function errorsMarkdown(site: Site): string {
  const { contract, ofService } = site;
  const serviceWide = SERVICE_WIDE.filter((id) => ofService?.assumptions.has(id));
  const links = markdownLinksFrom(PATHS.errors);
  const [response] = contract.operations.flatMap(errorResponses);
  const media = response && jsonOf(response);
  const body = media && [
    '## The body',
    String(member(dereference(contract.document, media.schema), 'description') ?? ''),
    fieldBullets(contract, fieldsAt(contract.document, [...media.at, 'schema']), links),
  ];
  return blocks(
    '# Errors',
    ...['charging', 'precedence'].map(
      (id) => `Assumed: ${contract.assumptions.get(id)?.statement ?? ''} (${links.assumption(id)})`,
    ),
    ...(body ?? []),
    ...errorSections(site).flatMap(({ advice, isContract, assumption, shown }) => [
      `## ${advice.status} ${advice.title}`,
      isContract ? '' : 'The reference service does it in this way; a client must not depend on more than the status.',
      advice.means,
      advice.todo.length > 0 ? blocks('### What to do', bullets(advice.todo)) : '',
      advice.never.length > 0 ? blocks('### Never', bullets(advice.never)) : '',
      assumption
        ? `${assumption.isContract ? 'Assumed' : 'The reference service'}: ${assumption.statement} (${links.assumption(assumption.id)})`
        : '',
      ...shown.map((one) => example(site, one)),
    ]),
    serviceWide.length > 0
      ? blocks(
          '## What the reference service adds',
          'Not the contract: a client must not depend on it.',
          bullets(
            serviceWide.map((id) => `${links.assumption(id)}: ${ofService?.assumptions.get(id)?.statement ?? ''}`),
          ),
        )
      : '',
  );
}

function example({ contract }: Site, error: KnownError): string {
  const { name, request, operations, isAdded } = error;
  const scope = isAdded ? '' : inOperations(contract, operations);
  const cause = request ? `, sent to ${code(templateLine(contract, request))}` : '';
  return blocks(`${code(name)}${scope}${cause}:`, fence(responseText(error), 'http'));
}

export function assumptionsMarkdown({ contract, provenance, ofService, report: { report } }: Site): string {
  const added = [...(ofService?.assumptions ?? [])].filter(([id]) => !contract.assumptions.has(id));
  const links = markdownLinksFrom(PATHS.assumptions);
  return blocks(
    '# Assumptions',
    `The specification leaves these ${contract.assumptions.size} points open; the contract decides them: ${countsText(contract)}. Everything else is in the ${links.to(PATHS.clauses, 'clauses')}.`,
    ...[...contract.assumptions].map(([id, { statement, clauses, silence, strength, evidence, probe }]) => {
      const operations = provenance.operationsOf(id);
      const all = operations.length === contract.operations.length;
      const verdict = report?.assumptions.find((one) => one.id === id);
      return blocks(
        `## ${id}`,
        statement,
        bullets([
          `Clauses that leave it open: ${clauses.map(links.clause).join(', ')}`,
          `What they do not say: ${silence ?? ''}`,
          `Strength: ${strength ?? 'not stated'}`,
          `Evidence: ${evidence ?? ''}`,
          `Probe: ${probe ?? ''}`,
          `Operations: ${all ? 'every operation' : operations.map(links.operation).join(', ') || 'none: it concerns the interface as a whole'}`,
          ...(verdict ? [`Last verdict: ${verdict.state}, ${report?.started ?? ''}: ${verdict.how}`] : []),
        ]),
      );
    }),
    added.length > 0
      ? blocks(
          '## Of the reference service',
          'The contract does not state these; a client must not depend on them.',
          bullets(added.map(([id, { statement }]) => `${code(id)}: ${statement}`)),
        )
      : '',
  );
}

export function clausesMarkdown(site: Site): string {
  const { contract, provenance } = site;
  const links = markdownLinksFrom(PATHS.clauses);
  return blocks(
    '# Clauses',
    `The interface specification in its own words and order, ${contract.clauses.size} sentences and table rows. What it leaves open is in the ${links.to(PATHS.assumptions, 'assumptions')}.`,
    ...[...contract.clauses].map(([id, { text, places = [], unstated }]) => {
      const decided = provenance.decidedIn(id);
      return blocks(
        `## ${id}`,
        `> ${text.trim().replaceAll(/\s*\n\s*/g, ' ')}`,
        bullets([
          ...places.map(
            (place) => `Stated at: ${code(place)}${inOperations(contract, operationsContaining(site, place))}`,
          ),
          ...(unstated === undefined ? [] : [`Not stated in the document: ${unstated}`]),
          ...(decided.length > 0
            ? [`What it leaves open is decided by: ${decided.map(links.assumption).join(', ')}`]
            : []),
          ...(provenance.operationsOf(id).length === contract.operations.length ? ['Operations: every operation'] : []),
        ]),
      );
    }),
  );
}

/** In which operations something is; empty if in none. */
function inOperations({ operations }: Contract, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `, in ${ids.length === operations.length ? 'every operation' : ids.map(code).join(', ')}`;
}

/** Where a program that reads begins (llms.txt): every page with what it is about. */
export function llmsText({ contract, texts }: Site): string {
  const links = markdownLinksFrom(PATHS.start);
  return blocks(
    `# ${contract.title}`,
    `> ${contract.document.info?.summary ?? ''}`,
    `One path, ${code(`${contract.table.method} ${contract.table.path}`)}; the parameters of the query choose one of ${contract.operations.length} operations. What the contract assumes is marked as assumed.`,
    '## Guides',
    textList(texts, 'guide', links),
    '## Operations',
    bullets([
      `${links.to(PATHS.operations, 'All operations')}: each with its request`,
      ...contract.operations.map(
        (operation) =>
          `${links.to(operationPath(operation.id), operationTitle(operation))}: ${firstSentence(operation.node.description ?? '')}`,
      ),
    ]),
    '## Responses',
    bullets([
      `${links.to(PATHS.errors, 'Errors')}: what each means, what to do, what never to do`,
      `${links.to(PATHS.envelopes, 'Envelopes')}: the forms of a success`,
    ]),
    '## Contract',
    bullets([
      `${links.to(PATHS.start, 'The interface')}: access, limits, and what it does not have`,
      ...CONTRACT_FILES.map((file) => `${links.to(file, file)}: ${CONTRACT_FILE_USES[file]}`),
      `${links.to(PATHS.assumptions, 'Assumptions')}: what the contract decides where the specification is silent`,
      `${links.to(PATHS.clauses, 'Clauses')}: the specification, sentence by sentence`,
      `${links.to(PATHS.changes, 'Changes')}: what each version changed`,
      `${links.to(PATHS.verification, 'Verification')}: the last contract run`,
    ]),
    '## Packages',
    `${links.to(PATHS.packages, 'All packages')}`,
    textList(texts, 'package', links),
  );
}

/** The texts of a kind, each with its first sentence. */
const textList = (texts: Site['texts'], kind: Text['kind'], links: MarkdownLinks): string =>
  bullets(
    texts
      .filter((one) => one.kind === kind)
      .map(({ path, label, about }) => `${links.to(path, label)}: ${firstSentence(about)}`),
  );
