import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/openapi';
import { applyActions } from '@vehicle-lookup/openapi/overlay';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readCase, readDocument } from '../corpus/read-case.ts';
import { type Change, compare, type Impact, load, rules } from '../src/index.ts';
import { TODAY } from './support/fragments.ts';

// Parts that other programs cannot read must not hide a change; undecidable changes receive no verdict.
const loans = readDocument('loans');
const directory = temporaryDirectory();
let count = 0;

function loaded(document: Document) {
  const file = join(directory, `${count++}.json`);
  writeFileSync(file, JSON.stringify(document));
  return load(file);
}

const edited = (...actions: object[]): Document => applyActions(loans, actions);
const rate = (base: Document, revision: Document): Promise<Change[]> =>
  compare(loaded(base), loaded(revision), rules, TODAY);
const summary = (changes: readonly Change[]) => changes.map(({ code, impact }) => `${impact} ${code}`);

const CODE = '$.components.parameters.Code.schema';
const withCode = (schema: object) => [
  { target: CODE, update: { $ref: null } },
  { target: `${CODE}['$ref']`, remove: true },
  { target: CODE, update: schema },
];
/** Request keywords that the operation table does not read. */
const UNREAD: readonly [keyword: string, schema: object, impact: Impact][] = [
  ['enum', { type: 'string', enum: ['ABCD', 'EFGH'] }, 'major'],
  ['not', { type: 'string', not: { const: 'ABCD' } }, 'major'],
  ['if', { type: 'string', if: { minLength: 5 }, else: { pattern: '^A' } }, 'major'],
  // Every code that was valid is still valid, because codes have at least four characters.
  ['allOf', { allOf: [{ type: 'string' }, { type: 'string', not: { const: 'A' } }] }, 'minor'],
  ['a list of types', { type: ['string', 'integer'] }, 'minor'],
];
const SELECTOR = "$.components.pathItems.listItems.get.parameters[?@.name == 'items']";
const LOST = { target: "$.components.pathItems.getLoan.get.responses['404']", remove: true };

test.concurrent.each(UNREAD)(
  'a changed selector and a removed status are found if a parameter has %s in both documents',
  async (_, schema) => {
    const base = edited(...withCode(schema));
    const changes = await rate(base, applyActions(base, [LOST, { target: SELECTOR, update: { name: 'things' } }]));
    expect(summary(changes)).toEqual(['major response-removed', 'major selector-changed']);
  },
);

test.concurrent.each([
  ['an optional selector', [{ target: SELECTOR, update: { required: false } }], 'major selector-changed'],
  ['a removed operation', [{ target: '$.components.pathItems.listItems', remove: true }], 'major operation-removed'],
])('%s is found despite a parameter that the table cannot read', async (_, actions, expected) => {
  const base = edited(...withCode({ type: 'string', enum: ['ABCD', 'EFGH'] }));
  expect(summary(await rate(base, applyActions(base, actions as object[])))).toContain(expected);
});

test.each(UNREAD)('%s added to a parameter is rated together with other changes', async (_, schema, impact) => {
  const actions = [...withCode(schema), { target: '$.components.schemas.Item', update: { description: 'A thing.' } }];
  const found = summary(await rate(loans, edited(...actions)));
  expect(found).toContain('patch text-changed');
  expect(found[0]).toMatch(impact);
});

const SECOND = { target: '$.paths', update: { '/other': { get: { responses: { 200: { description: 'Found.' } } } } } };

test.each([
  ['a second path', [SECOND], 'there are 2 paths'],
  ['a second method', [{ target: "$.paths['/api/']", update: { post: { responses: {} } } }], '/api/ has get and post'],
  [
    'a missing pathItems object',
    [{ target: '$.components.pathItems', remove: true }],
    'no operation is only in components.pathItems',
  ],
])('%s in the revision gives no verdict, and the message states the actual reason', async (_, actions, reason) => {
  const error = await rate(loans, edited(...actions)).catch((one: unknown) => one);
  expect(error).toMatchObject({ name: 'CannotRateError', message: expect.stringContaining(reason) });
  expect(String(error)).toContain('one path has its operations in components.pathItems (getLoan, listItems)');
});

test('different unreferenced path items in a document with several paths give no verdict', async () => {
  const base = edited(SECOND);
  await expect(rate(base, applyActions(base, [{ target: SELECTOR, update: { name: 'things' } }]))).rejects.toThrow(
    'components.pathItems.listItems differs, and it may or may not be an operation',
  );
  const other = applyActions(base, [{ target: '$.components.schemas.Error', update: { description: 'Wrong.' } }]);
  expect(summary(await rate(base, other))).toEqual(['patch text-changed']);
});

const WIRE = "$.paths['/api/'].get";
const wired = edited({
  target: WIRE,
  update: { parameters: [{ name: 'code', in: 'query', schema: { type: 'string' } }] },
});

test.each([
  ['a removed status', [{ target: `${WIRE}.responses['400']`, remove: true }], ['major response-removed']],
  [
    'a parameter that becomes required',
    [{ target: `${WIRE}.parameters[0]`, update: { required: true } }],
    ['major parameter-became-required'],
  ],
  ['a removed parameter', [{ target: `${WIRE}.parameters[0]`, remove: true }], ['major parameter-removed']],
  [
    'a narrower parameter',
    [{ target: `${WIRE}.parameters[0].schema`, update: { maxLength: 3 } }],
    ['major range-changed'],
  ],
  ['a different operation ID', [{ target: WIRE, update: { operationId: 'ask' } }], ['major operation-id-changed']],
  [
    'an additional body that no operation returns',
    [{ target: `${WIRE}.responses['200'].content['application/json'].schema`, update: { anyOf: [{ type: 'array' }] } }],
    ['major schema-combinator-changed'],
  ],
  [
    'a removed body that an operation returns',
    [{ target: `${WIRE}.responses['200'].content['application/json'].schema.anyOf[1]`, remove: true }],
    [],
  ],
])('a change to the query operation is rated: %s', async (_, actions, expected) => {
  const changes = await rate(wired, applyActions(wired, actions as object[]));
  expect(summary(changes)).toEqual(expected);
  expect(changes.flatMap(({ operations }) => operations)).toEqual(expected.flatMap(() => ['getLoan', 'listItems']));
});

test('a change to the query operation that follows from an operation is reported once', async () => {
  const page = { name: 'page', in: 'query', schema: { type: 'string' } };
  const both = [WIRE, '$.components.pathItems.getLoan.get'].map((target) => ({
    target,
    update: { parameters: [page] },
  }));
  const more = applyActions(wired, both);
  expect(summary(await rate(wired, more))).toEqual(['minor added']);
  expect(summary(await rate(more, wired))).toEqual(['major parameter-removed']);
});

test('a parameter that is renamed in its operations and in the query operation is reported once', async () => {
  const inWire = { target: `${WIRE}.parameters[0]`, update: { name: 'id' } };
  const inOperations = { target: '$.components.parameters.Code', update: { name: 'id' } };
  expect(await rate(wired, applyActions(wired, [inWire, inOperations]))).toMatchObject([
    { code: 'parameter-removed', pointer: '/components/parameters/Code/name' },
  ]);
  // Only the query operation has the new name; the other operations keep the old name.
  expect(await rate(wired, applyActions(wired, [inWire]))).toMatchObject([
    { code: 'parameter-removed', pointer: '/paths/~1api~1/get/parameters/0/name' },
  ]);
  // Every request must send the parameters that the query operation requires.
  const base = applyActions(wired, [{ target: `${WIRE}.parameters[0]`, update: { required: true } }]);
  expect(await rate(base, applyActions(base, [inWire, inOperations]))).toHaveLength(2);
});

test('a new required parameter of the query operation is breaking, even if an operation accepts it', async () => {
  const page = { name: 'page', in: 'query', schema: { type: 'string' } };
  const required = { target: WIRE, update: { parameters: [{ ...page, required: true }] } };
  const taken = { target: '$.components.pathItems.getLoan.get', update: { parameters: [page] } };
  const changes = await rate(wired, applyActions(wired, [required, taken]));
  expect(changes.map(({ impact }) => impact)).toContain('major');
});

test('a change to `x-specified` is reported', async () => {
  const { revision: base } = readCase('assumption-added');
  const specified = { target: '$.components.schemas.Code', update: { 'x-specified': { pattern: '^[A-Z0-9]*$' } } };
  expect(summary(await rate(base, applyActions(base, [specified])))).toEqual(['minor specified-changed']);
});
