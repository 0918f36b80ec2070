import { type Document, dereference, member, members } from '@vehicle-lookup/openapi';
import { expect, test } from 'vitest';
import { readContract } from '../src/contract/contract.ts';
import { readProvenance } from '../src/contract/provenance.ts';
import { forRedoc } from '../src/reference/projection.ts';
import { operationPath } from '../src/site/links.ts';
import { renderPages } from '../src/site/render.ts';
import { pageAt, parts, contract as released, site, textOf } from './rendered.ts';

// Nothing of the contract is deprecated now, so a copy of it is changed.
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
// Some parameters are components; an author may also write them in the operation.
operation.node.parameters = operation.parameters.map(({ node }) => node);
Object.assign(operation.node, deprecated('another **operation**.'));
Object.assign(parameter.node, deprecated('another parameter'));
Object.assign(success, deprecated('the status'));
const [[header, node] = []] = operation.responses.flatMap((response) => members(member(response.node, 'headers')));
if (!header) throw new Error('the first operation has no response with a header');
Object.assign(Object(dereference(document, node)), deprecated('another header'));
const contract = readContract(document);
const pages = renderPages({ ...site, contract, provenance: readProvenance(contract) });
const pageOf = (path: string): string => pages.get(path) ?? '';

test('what is deprecated says on the page of its operation since when, until when, and what to use instead', () => {
  const page = pageOf(operationPath(operation.id));
  expect(textOf(page)).toContain(`${TERMS} another operation.`);
  const shown = parts(page, 'li', 'data-parameter').get(parameter.name) ?? '';
  expect(textOf(shown)).toContain(`${TERMS} another parameter.`);
  expect(textOf(page)).toContain(`Always true. ${TERMS} the status.`);
});

test('the list of operations marks a deprecated one', () => {
  const rows = parts(pageOf('operations/index.html'), 'tr', 'data-operation');
  expect([...rows].filter(([, row]) => textOf(row).includes(TERMS)).map(([id]) => id)).toEqual([operation.id]);
});

test('everything deprecated is listed once, with the operations that it concerns', () => {
  const page = pageOf('changes.html');
  const [, list = ''] = /id="deprecated">[\s\S]*?<ul>([\s\S]*?)<\/ul>/.exec(page) ?? [];
  const items = list.split('</li>').map(textOf).filter(Boolean);
  expect(items).toHaveLength(4);
  expect(items).toContain(`${operation.id}: the operation. ${TERMS} another operation.`);
  const all = contract.operations.map(({ id }) => id).join(', ');
  expect(items).toContain(`${all}: the field success. ${TERMS} the status.`);
  expect(items.filter((item) => item.includes(`the header ${header}. ${TERMS} another header.`))).toHaveLength(1);
});

test('the reference says it once, too', () => {
  const [shown] = readContract(forRedoc(document)).operations;
  expect(shown?.node.description).toContain(`${TERMS} another **operation**.`);
  const { description } = shown?.parameters.find(({ name }) => name === parameter.name)?.node ?? {};
  expect(description?.split(TERMS)).toHaveLength(2);
});

test('nothing is marked as long as nothing is deprecated', () => {
  expect(pageAt('changes.html')).not.toContain('id="deprecated"');
  expect(pageAt(operationPath(operation.id))).not.toContain('data-deprecated');
});
