import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { compare, load, rules } from '../src/index.ts';
import { TODAY } from './support/fragments.ts';

// A document is compared according to its own OpenAPI version.
const directory = temporaryDirectory();
let count = 0;

function loaded(openapi: string, more: object) {
  const file = join(directory, `${count++}.json`);
  writeFileSync(file, JSON.stringify({ openapi, info: { title: 'Loans', version: '1.0.0' }, paths: {}, ...more }));
  return load(file);
}

async function summary(
  one: [openapi: string, more: object],
  other: [openapi: string, more: object],
): Promise<string[]> {
  const changes = await compare(loaded(...one), loaded(...other), rules, TODAY);
  return changes.map(({ impact, code, what }) => `${impact} ${code}: ${what}`);
}

const body = (schema: object) => ({ description: 'Found.', content: { 'application/json': { schema } } });
const read = (schema: object, components: object = {}) => ({
  paths: { '/a': { get: { operationId: 'a', responses: { 200: body(schema) } } } },
  components: { schemas: components },
});
const VERSION = 'patch changed: `openapi` of the document was changed.';

test('a different OpenAPI version is rated patch if the schemas have the same meaning', async () => {
  const old = read({ type: 'number', nullable: true, minimum: 1, exclusiveMinimum: true });
  const fresh = read({ type: ['number', 'null'], exclusiveMinimum: 1 });
  const found = await summary(['3.0.3', old], ['3.1.0', fresh]);
  expect(found.filter((one) => !one.startsWith('patch'))).toEqual([]);
});

test('a keyword whose meaning differs between two OpenAPI versions is rated as a change in values', async () => {
  const text = { A: { type: 'string' } };
  const beside = read({ $ref: '#/components/schemas/A', minLength: 2 }, text);
  expect(await summary(['3.1.0', beside], ['3.0.3', beside])).toContainEqual(
    expect.stringMatching('^major range-changed'),
  );
  const nullable = read({ type: 'string', nullable: true });
  expect(await summary(['3.1.0', nullable], ['3.0.3', nullable])).toContainEqual(expect.stringMatching('^major'));
});

test('callback and webhook requests are rated as values that the service sends', async () => {
  const sent = (schema: object) => ({ requestBody: body(schema), responses: { 200: { description: 'Taken.' } } });
  const webhooks = (schema: object) => ({ webhooks: { done: { post: { operationId: 'done', ...sent(schema) } } } });
  const callbacks = (schema: object) => ({
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          responses: {},
          callbacks: { done: { '{$request.query.url}': { post: sent(schema) } } },
        },
      },
    },
  });
  for (const document of [webhooks, callbacks]) {
    const [few, many] = [document({ enum: ['a'] }), document({ enum: ['a', 'b'] })];
    expect(await summary(['3.1.0', few], ['3.1.0', many])).toEqual([expect.stringMatching('^major enum-values-added')]);
    expect(await summary(['3.1.0', many], ['3.1.0', few])).toEqual([expect.stringMatching('^minor changed')]);
  }
  const none = { paths: { '/a': { get: { operationId: 'a', responses: {} } } } };
  const both = { ...none, ...webhooks({ enum: ['a'] }) };
  expect(await summary(['3.1.0', both], ['3.1.0', none])).toEqual([
    'major callback-removed: The webhook done was removed.',
  ]);
});

test('the OpenAPI 3.2 operations `query` and `additionalOperations` are compared', async () => {
  const with32 = (schema: object) => ({
    paths: {
      '/a': {
        query: { operationId: 'a', responses: { 200: body(schema) } },
        additionalOperations: { COPY: { operationId: 'b', responses: { 200: body(schema) } } },
      },
    },
  });
  const found = await summary(['3.2.0', with32({ enum: ['a'] })], ['3.2.0', with32({ enum: ['a', 'b'] })]);
  expect(found.map((one) => one.split(':')[0])).toEqual(['major enum-values-added', 'major enum-values-added']);
});

test('read-only fields are not in requests, and write-only fields are not in responses', async () => {
  const sent = (schema: object) => ({
    paths: { '/a': { post: { operationId: 'a', requestBody: body(schema), responses: {} } } },
  });
  const fields = (more: object, required: string[]) => ({
    type: 'object',
    required,
    properties: { a: { type: 'string', ...more } },
  });
  const readOnly = (required: string[]) => sent(fields({ readOnly: true }, required));
  expect(await summary(['3.1.0', readOnly([])], ['3.1.0', readOnly(['a'])])).toEqual([expect.stringMatching('^patch')]);
  const writeOnly = (required: string[]) => read(fields({ writeOnly: true }, required));
  expect(await summary(['3.1.0', writeOnly(['a'])], ['3.1.0', writeOnly([])])).toEqual([
    expect.stringMatching('^patch'),
  ]);
});

test('a discriminator value with a different target is breaking', async () => {
  const pet = (name: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, [name]: { type: 'string' } },
  });
  const mapped = (mapping: object) =>
    read(
      {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping },
      },
      { Cat: pet('claws'), Dog: pet('bark') },
    );
  const [cat, dog] = ['#/components/schemas/Cat', '#/components/schemas/Dog'];
  const base = mapped({ a: cat, b: dog });
  expect(await summary(['3.1.0', base], ['3.1.0', mapped({ a: dog, b: cat })])).toContainEqual(
    expect.stringMatching('^major constraint-changed'),
  );
  expect((await summary(['3.1.0', base], ['3.1.0', { ...base }])).length).toBe(0);
});

test('a different patch version of OpenAPI is rated patch', async () => {
  const one = read({ type: 'string' });
  expect(await summary(['3.1.0', one], ['3.1.1', one])).toEqual([VERSION]);
});

test('a dynamic reference is followed if it has exactly one possible target', async () => {
  const list = { type: 'array', items: { $dynamicRef: '#item' } };
  const thing = (type: string) => ({ $id: `https://example.com/${type}`, $dynamicAnchor: 'item', type });
  const [text, number] = [thing('string'), thing('integer')];
  expect(await summary(['3.1.0', read(list, { A: text })], ['3.1.0', read(list, { A: number })])).toContainEqual(
    expect.stringMatching('^major'),
  );
  const harmless = { A: { ...text, description: 'A text.' } };
  expect(await summary(['3.1.0', read(list, { A: text })], ['3.1.0', read(list, harmless)])).not.toContainEqual(
    expect.stringMatching('^major'),
  );
  const [one, other] = [read(list, { A: text, B: text }), read(list, { A: text, B: number })];
  expect(await summary(['3.1.0', one], ['3.1.0', other])).toContainEqual(expect.stringMatching('^major'));
});

test.each([
  ['`jsonSchemaDialect`', { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' }],
  ['`$schema`', read({ $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'string' })],
])('schemas in a different dialect, declared with %s, cannot be compared', async (_, more) => {
  const document: [string, object] = ['3.1.0', { ...read({}), ...more }];
  await expect(summary(document, ['3.1.0', read({ type: 'string' })])).rejects.toThrow(/dialect/);
});

test.each([
  { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' },
  { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/2024-11-10' },
  read({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' }),
  read({
    example: { $schema: 'http://json-schema.org/draft-07/schema#' },
    properties: { $schema: { type: 'string' } },
  }),
])('schemas in the 2020-12 dialect can be compared: %j', async (more) => {
  const document: [string, object] = ['3.1.0', { ...read({}), ...more }];
  expect(await summary(document, document)).toEqual([]);
  expect(await summary(document, ['3.1.0', read({ type: 'string' })])).toBeDefined();
});
