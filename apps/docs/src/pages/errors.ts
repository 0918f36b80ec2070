import { dereference, jsonOf } from '@vehicle-lookup/openapi';
import { withVariables } from '../content/variables.ts';
import type { Contract } from '../contract/contract.ts';
import { errorResponses } from '../contract/error-cases.ts';
import { type ErrorSection, errorSections, errorsIntroduction, type KnownError } from '../contract/error-sections.ts';
import { fieldsAt } from '../contract/fields.ts';
import { templateLine } from '../contract/requests.ts';
import { blocks, box, bullets, code, fence, toAssumption, toOperation } from '../markdown/write.ts';
import type { Block, SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { fieldRows } from '../widgets/fields.ts';

/** For engineers on call: the meaning of each error, and what to do. */
export function errorsPage(site: Site): SitePage {
  const sections = errorSections(site);
  const paragraphs = errorsIntroduction.split(/\n\n+/);
  return {
    path: 'errors',
    title: 'Errors',
    description: 'The meaning of each error, what to do, and what never to do.',
    keywords: Object.fromEntries([
      ['', ['errors', 'error']],
      ...sections.map(({ id, statuses, keywords }) => [id, [...statuses, id, ...keywords]]),
    ]),
    body: [
      ...paragraphs.flatMap((text) => withVariables(site, text, () => '', { index: () => indexOf(sections) }) ?? []),
      ...bodyOfErrors(site.contract),
      ...sections.map((section) => sectionOf(site, section)),
      serviceWide(site),
    ],
  };
}

const badges = (statuses: readonly string[]): string => statuses.map(code).join(' ');

/** Links to all errors. */
function indexOf(sections: readonly ErrorSection[]): string {
  const list = (isContract: boolean): string =>
    bullets(
      sections
        .filter((one) => one.isContract === isContract)
        .map(({ id, statuses, title }) => `${badges(statuses)} [${title}](#${id})`),
    );
  return blocks(
    list(true),
    list(false) && 'The reference service also returns these errors, which the contract does not define:',
    list(false),
  );
}

/** The fields of all error bodies, for which the document has one schema. */
function bodyOfErrors(contract: Contract): Block[] {
  const [response] = contract.operations.flatMap(errorResponses);
  const media = response && jsonOf(response);
  if (!media) return [];
  const { description } = Object(dereference(contract.document, media.schema));
  return [
    '## The body of an error {#body}',
    String(description ?? ''),
    fieldRows(contract, fieldsAt(contract.document, [...media.at, 'schema'])),
  ];
}

function sectionOf({ contract, ofService }: Site, section: ErrorSection): string {
  const { id, title, statuses, text, isContract, assumption = '', shown } = section;
  const own = contract.assumptions.get(assumption);
  const statement = (own ?? ofService?.assumptions.get(assumption))?.statement;
  return blocks(
    `## ${badges(statuses)} ${title} {#${id}}`,
    isContract ? '' : box('NOTE', 'This is the behaviour of the reference service. Rely only on the status.'),
    text,
    statement && `${own ? 'Assumed' : 'Reference service'}: ${statement} (${toAssumption(assumption)})`,
    ...shown.map((error) => exampleOf(contract, error)),
  );
}

function exampleOf(contract: Contract, error: KnownError): string {
  const { name, status, request, headers, body, operations, isAdded } = error;
  const others = contract.operations.flatMap(({ id }) => (operations.includes(id) ? [] : toOperation(id)));
  const except = others.length === 0 ? '' : ` except ${others.join(', ')}`;
  const names = others.length < 3 ? `every operation${except}` : operations.map(toOperation).join(', ');
  // The reference service declares its own errors for every operation, including those in which an error cannot occur.
  const scope = isAdded ? '' : ` in ${names}`;
  const cause = request ? `, caused by ${code(templateLine(contract, request))}` : '';
  const lines = [
    `HTTP/1.1 ${status}`,
    ...headers.map(({ header, value }) => `${header}: ${value}`),
    '',
    JSON.stringify(body),
  ];
  return blocks(`${code(name)}${scope}${cause}:`, fence(lines.join('\n'), 'http'));
}

/** Assumptions of the reference service about all requests and responses. */
const SERVICE_WIDE = ['common-headers', 'header-credentials', 'quota-headers', 'cross-origin'];

function serviceWide({ ofService }: Site): string {
  const known = SERVICE_WIDE.flatMap((id) => {
    const statement = ofService?.assumptions.get(id)?.statement;
    return statement === undefined ? [] : `${toAssumption(id)}: ${statement}`;
  });
  if (known.length === 0) return '';
  return blocks(
    '## Additions of the reference service {#service}',
    'These additions are not part of the contract, so a client must not depend on them.',
    bullets(known),
  );
}
