import { dereference, jsonOf } from '@vehicle-lookup/openapi';
import { type ErrorSection, errorSections, errorsIntroduction, type KnownError } from '../content/error-sections.ts';
import { withVariables } from '../content/variables.ts';
import type { Contract } from '../contract/contract.ts';
import { errorResponses } from '../contract/error-cases.ts';
import { fieldsAt } from '../contract/fields.ts';
import { blocks, box, bullets, code, toAssumption, toOperation } from '../markdown/write.ts';
import type { Block, SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { errorFolds } from '../widgets/errors.ts';
import { fieldRows } from '../widgets/fields.ts';

/** Returns the page for on-call engineers: the meaning of each error, and what to do about it. */
export function errorsPage(site: Site): SitePage {
  const sections = errorSections(site);
  const paragraphs = errorsIntroduction.split(/\n\n+/);
  return {
    path: 'errors',
    title: 'Errors',
    description: 'The meaning of each error, and what to do about it.',
    keywords: Object.fromEntries([
      ['', ['errors', 'error']],
      ...sections.map(({ id, statuses, keywords }) => [id, [...statuses, id, ...keywords]]),
    ]),
    body: [
      ...paragraphs.flatMap((text) => withVariables(site, text, () => '', { index: () => indexOf(sections) }) ?? []),
      ...bodyOfErrors(site.contract),
      ...sections.flatMap((section) => sectionOf(site, section)),
      serviceWide(site),
    ],
  };
}

const badges = (statuses: readonly string[]): string => statuses.map(code).join(' ');

/** Returns lists of links to all errors. */
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

/** Returns the fields of error bodies. All errors share one schema in the document. */
function bodyOfErrors(contract: Contract): Block[] {
  const [response] = contract.operations.flatMap(errorResponses);
  const media = response && jsonOf(response);
  if (!media) return [];
  const { description } = Object(dereference(contract.document, media.schema));
  return [
    '## Error body {#body}',
    String(description ?? ''),
    fieldRows(contract, fieldsAt(contract.document, [...media.at, 'schema'])),
  ];
}

function sectionOf({ contract, ofService }: Site, section: ErrorSection): Block[] {
  const { id, title, statuses, text, isContract, assumption = '', shown } = section;
  const own = contract.assumptions.get(assumption);
  const withScope = (error: KnownError) => ({ ...error, scope: scopeOf(contract, error) });
  const statement = (own ?? ofService?.assumptions.get(assumption))?.statement;
  return [
    `## ${badges(statuses)} ${title} {#${id}}`,
    isContract ? '' : box('NOTE', 'This is the behaviour of the reference service. Rely only on the status.'),
    text,
    statement ? `${own ? 'Assumed' : 'Reference service'}: ${statement} (${toAssumption(assumption)})` : '',
    errorFolds(contract, shown.map(withScope)),
  ];
}

/** Names the operations that return an error. The reference service declares its additional errors for every operation. */
function scopeOf(contract: Contract, { operations, isAdded }: KnownError): string {
  if (isAdded) return '';
  const others = contract.operations.flatMap(({ id }) => (operations.includes(id) ? [] : toOperation(id)));
  const except = others.length === 0 ? '' : `, except ${others.join(', ')}`;
  return `Operations: ${others.length < 3 ? `all${except}` : operations.map(toOperation).join(', ')}`;
}

/** Assumptions of the reference service that apply to all requests and responses. */
const SERVICE_WIDE = ['common-headers', 'header-credentials', 'quota-headers', 'cross-origin'];

function serviceWide({ ofService }: Site): string {
  const known = SERVICE_WIDE.flatMap((id) => {
    const statement = ofService?.assumptions.get(id)?.statement;
    return statement === undefined ? [] : `${toAssumption(id)}: ${statement}`;
  });
  if (known.length === 0) return '';
  return blocks(
    '## Reference service additions {#service}',
    'These additions are not part of the contract, so clients must not depend on them.',
    bullets(known),
  );
}
