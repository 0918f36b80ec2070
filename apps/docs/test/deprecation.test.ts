import { type Document, dereference, member, members } from '@vehicle-lookup/openapi';
import { expect, test } from 'vitest';
import { readContract } from '../src/contract/contract.ts';
import { readProvenance } from '../src/contract/provenance.ts';
import { makeSite } from '../src/make-site.ts';
import { forRedoc } from '../src/reference/projection.ts';
import { fileAt, contract as released, sections, site, textOf } from './rendered.ts';

// The contract does not contain deprecated parts at present, so the test modifies a copy.
const deprecated = (use: string) => ({
  deprecated: true,
  'x-deprecation': { since: '1.2.0', until: '2030-01-31', use },
});
const TERMS = 'Deprecated since 1.2.0; it works until 2030-01-31. Use instead:';

const document: Document = structuredClone(released.document);
const [operation] = readContract(document).operations;
const parameter = operation?.parameters.find(({ selector, name }) => !selector && name !== 'user' && name !== 'key');
if (!operation || !parameter) throw new Error('the document has no operation with a parameter');
const { success } = Object(document.components?.schemas).Envelope.properties;
// Inline the parameters, because parameters need not be components.
operation.node.parameters = operation.parameters.map(({ node }) => node);
Object.assign(operation.node, deprecated('another **operation**.'));
Object.assign(parameter.node, deprecated('another parameter'));
Object.assign(success, deprecated('the status'));
const [[header, node] = []] = operation.responses.flatMap((response) => members(member(response.node, 'headers')));
if (!header) throw new Error('the first operation has no response with a header');
Object.assign(Object(dereference(document, node)), deprecated('another header'));
const contract = readContract(document);
const files = makeSite({ ...site, contract, provenance: readProvenance(contract) });
const pageOf = (path: string): string => textOf(fileAt(path, files));

test('an operation page states the dates and the replacement of each deprecated part', () => {
  const page = pageOf(`operations/${operation.id}.html`);
  expect(page).toContain(`${TERMS} another operation.`);
  const [, row = ''] = fileAt(`operations/${operation.id}.html`, files).split(` id="parameter-${parameter.name}"`);
  expect(textOf(row.split('</li>')[0] ?? '')).toContain(`${TERMS} another parameter.`);
  expect(page).toContain(`Always true. ${TERMS} the status.`);
});

test('the list of operations marks a deprecated operation', () => {
  const rows = fileAt('operations/index.html', files).split('<tr>');
  const marked = rows.filter((row) => textOf(row).includes(TERMS));
  expect(marked).toHaveLength(1);
  expect(marked[0]).toContain(`<code>${operation.id}</code>`);
});

test('the changes page lists every deprecated part once, with its operations', () => {
  const list = sections(fileAt('changes.html', files), 2).get('deprecated') ?? '';
  const items = (/<ul>([\s\S]*?)<\/ul>/.exec(list)?.[1] ?? '').split('</li>').map(textOf).filter(Boolean);
  expect(items).toHaveLength(4);
  expect(items).toContain(`${operation.id}: the operation. ${TERMS} another operation.`);
  const all = contract.operations.map(({ id }) => id).join(', ');
  expect(items).toContain(`${all}: the field success. ${TERMS} the status.`);
  expect(items.filter((item) => item.includes(`the header ${header}. ${TERMS} another header.`))).toHaveLength(1);
});

test('the reference states each deprecation once', () => {
  const [shown] = readContract(forRedoc(document)).operations;
  expect(shown?.node.description).toContain(`${TERMS} another **operation**.`);
  const { description } = shown?.parameters.find(({ name }) => name === parameter.name)?.node ?? {};
  expect(description?.split(TERMS)).toHaveLength(2);
});

test('pages do not mention deprecations if the contract does not contain deprecated parts', () => {
  expect(fileAt('changes.html')).not.toContain('id="deprecated"');
  expect(fileAt(`operations/${operation.id}.html`)).not.toContain('Deprecated');
});
