import { describe, expect, test } from 'vitest';
import { changesBetween, codesBetween, type Fragment } from './support/fragments.ts';

// Breaking changes outside a single schema: in media types, directions and URLs.
const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const component = (schemas: object) => ({ components: { schemas } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const response = (content: object): Fragment => ({
  operation: { responses: { 200: { description: 'Found.', content } } },
});
const request = (content: object): Fragment => ({ operation: { requestBody: { content } } });
const webhook = (operation: object): Fragment => ({
  webhooks: { done: { post: { operationId: 'done', responses: { 200: { description: 'Taken.' } }, ...operation } } },
});

const majors = (codes: readonly string[]) => codes.filter((one) => one.startsWith('major'));

describe('a media type', () => {
  const json = (more: object) => ({ 'application/json': more });
  const [none, some] = [json({}), json({ schema: object({ a: text }, { required: ['a'] }) })];

  test('without a schema accepts every body', async () => {
    expect(majors(await codesBetween(request(none), request(some)))).not.toEqual([]);
    expect(majors(await codesBetween(response(some), response(none)))).not.toEqual([]);
    expect(majors(await codesBetween(request(some), request(none)))).toEqual([]);
    expect(majors(await codesBetween(response(none), response(some)))).toEqual([]);
  });

  test('with an empty schema is equal to a media type without a schema', async () => {
    expect(await codesBetween(request(none), request(json({ schema: {} })))).toEqual([]);
  });
});

describe('a read-only field', () => {
  const base = (name: object) => component({ Base: object({ id: { ...text, readOnly: true }, name }) });
  test.each([
    ['next to a reference', { allOf: [reference('Base')], required: ['id'] }],
    ['in another `allOf` part', { allOf: [reference('Base'), { required: ['id'] }] }],
    ['by a component', { allOf: [{ $ref: '#/components/schemas/Needs' }, reference('Base')] }],
  ])('that is required %s need not be sent', async (_, sent) => {
    const schemas = (name: object, more: object = {}) => ({
      components: {
        schemas: { ...base(name).components.schemas, Needs: { type: 'object', required: ['id'] }, ...more },
      },
    });
    const before = { sent, ...schemas(text) };
    const more = { sent: { ...sent, properties: { more: text } }, ...schemas(text) };
    expect(await codesBetween(before, more)).toEqual(['minor added']);
    expect(majors(await codesBetween(before, { sent, ...schemas({ ...text, maxLength: 3 }) }))).toEqual([
      'major range-changed',
    ]);
  });

  test('a breaking change in a schema that accepts no value is also reported', async () => {
    const never = (name: object) => ({
      sent: object({ name }, { required: ['a'], additionalProperties: false }),
    });
    expect(majors(await codesBetween(never(text), never({ ...text, maxLength: 3 })))).toEqual([
      'major constraint-changed',
      'major range-changed',
    ]);
  });
});

describe('a part that becomes required or optional', () => {
  const body = (required: boolean) => webhook({ requestBody: { required, content: {} } });
  const parameter = (required: boolean) =>
    webhook({ parameters: [{ name: 'a', in: 'query', required, schema: text }] });

  test.each([body, parameter])('in a webhook is breaking only if it becomes optional', async (part) => {
    expect(majors(await codesBetween(part(false), part(true)))).toEqual([]);
    expect(await codesBetween(part(true), part(false))).toEqual(['major became-optional']);
    expect(majors(await codesBetween(webhook({}), part(true)))).toEqual([]);
  });

  test('as a header in a multipart request is breaking only if it becomes required', async () => {
    const part = (required: boolean) =>
      request({
        'multipart/form-data': {
          schema: object({ a: text }),
          encoding: { a: { headers: { 'X-A': { required, schema: text } } } },
        },
      });
    expect(await codesBetween(part(false), part(true))).toEqual(['major parameter-became-required']);
    expect(majors(await codesBetween(part(true), part(false)))).toEqual([]);
  });
});

test('each value of a server variable is compared as a separate URL', async () => {
  const servers = (values: readonly string[]): Fragment => ({
    servers: [{ url: 'https://{region}.example.com', variables: { region: { default: values[0], enum: values } } }],
  });
  expect(await codesBetween(servers(['eu', 'us']), servers(['eu']))).toEqual(['major server-removed']);
  expect(await codesBetween(servers(['eu']), servers(['eu', 'us']))).toEqual(['minor added']);
  expect(await codesBetween(servers(['eu', 'us']), servers(['us', 'eu']))).toEqual([]);
  const many = servers(Array.from({ length: 200 }, (_, index) => `r${index}`));
  expect(majors(await codesBetween(many, servers(['r0'])))).toHaveLength(199);
});

describe('a media type range', () => {
  const content = (...types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: text }]));
  test.each<[string, (content: object) => Fragment, string[], string[], string[]]>([
    ['in a request may replace a type', request, ['application/json'], ['*/*'], []],
    ['in a request cannot be replaced by a type', request, ['*/*'], ['application/json'], ['major media-type-removed']],
    ['in a response cannot replace a type', response, ['application/json'], ['*/*'], ['major media-type-removed']],
    ['in a response may be replaced by a type', response, ['*/*'], ['application/json'], []],
    ['in a response may be replaced by several of its types', response, ['text/*'], ['text/plain', 'text/html'], []],
    ['in a response cannot become another type', response, ['text/*'], ['image/png'], ['major media-type-removed']],
  ])('%s', async (_, carrier, before, after, expected) => {
    expect(majors(await codesBetween(carrier(content(...before)), carrier(content(...after))))).toEqual(expected);
  });

  test('in a response is compared with each of its types', async () => {
    const after = { 'text/plain': { schema: text }, 'text/html': { schema: { type: ['string', 'null'] } } };
    const found = await codesBetween(response(content('text/*')), response(after));
    expect(majors(found)).toEqual(['major schema-type-changed']);
    const both = { ...content('text/*'), 'text/html': { schema: { type: ['string', 'null'] } } };
    expect(majors(await codesBetween(response(both), response(after)))).toEqual([]);
  });
});

test('an overlap of two `oneOf` variants is reported in addition to a change in one variant', async () => {
  const forms = (maxLength: number, second: string) => ({
    sent: {
      oneOf: [
        { ...text, title: 'A', pattern: '^a', maxLength },
        { ...text, title: 'B', pattern: second },
      ],
    },
  });
  const one = await changesBetween(forms(10, '^b'), forms(5, '^b'));
  const both = await changesBetween(forms(10, '^b'), forms(5, '^(b|ac)'));
  expect(one.filter(({ impact }) => impact === 'major').map(({ code }) => code)).toEqual(['pattern-changed']);
  expect(both.filter(({ impact }) => impact === 'major').map(({ code }) => code)).toEqual([
    'pattern-changed',
    'constraint-changed',
  ]);
  const overlapping = await changesBetween(forms(10, '^(b|ac)'), forms(5, '^(b|ac)'));
  expect(overlapping.filter(({ impact }) => impact === 'major').map(({ code }) => code)).toEqual(['pattern-changed']);
});

test('an added or removed encoding for a part is compared with the defaults', async () => {
  const part = (encoding: object) =>
    request({ 'multipart/form-data': { schema: object({ photo: text, data: object({}) }), encoding } });
  const found = (before: object, after: object) => codesBetween(part(before), part(after));
  expect(await found({}, { photo: { contentType: 'image/png' } })).toEqual(['major parameter-serialization-changed']);
  expect(await found({ photo: { contentType: 'image/png' } }, {})).toEqual(['major parameter-serialization-changed']);
  expect(await found({}, { photo: { contentType: 'text/plain', style: 'form', explode: true } })).toEqual([]);
  expect(await found({}, { data: { contentType: 'application/json' } })).toEqual([]);
});

describe('path parameters', () => {
  const path = (template: string, ...parameters: [name: string, schema: object][]): Fragment => ({
    paths: {
      [template]: {
        get: {
          operationId: 'a',
          parameters: parameters.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
          responses: { 200: { description: 'Found.' } },
        },
      },
    },
  });
  const number = { type: 'integer' };

  test('are paired by their positions in the path', async () => {
    const before = path('/u/{id}/o/{no}', ['id', text], ['no', number]);
    expect(await codesBetween(before, path('/u/{user}/o/{number}', ['number', number], ['user', text]))).toEqual([
      'major path-parameter-renamed',
    ]);
    const turned = path('/u/{no}/o/{id}', ['id', text], ['no', number]);
    expect(majors(await codesBetween(before, turned))).toContain('major schema-type-changed');
  });
});

test('the pattern of a parameter also applies to its enumerated values', async () => {
  const query = (schema: object): Fragment => ({
    operation: { parameters: [{ name: 'a', in: 'query', schema }] },
  });
  const before = query({ type: 'integer', enum: [1] });
  expect(majors(await codesBetween(before, query({ enum: ['1', 'ab'], pattern: '^a' })))).not.toEqual([]);
  expect(majors(await codesBetween(before, query({ enum: ['1', 'ab'], pattern: '^[a1]' })))).toEqual([]);
});

test('keywords that are compared together are reported separately', async () => {
  const sha = (pattern: string, maxLength: number) => ({ read: { ...text, pattern, maxLength } });
  const changes = await changesBetween(sha('^[0-9a-f]+$', 40), sha('^[0-9a-f]{40}([0-9a-f]{24})?$', 64));
  expect(changes.map(({ impact, pointer }) => `${impact} ${pointer.split('/').at(-1)}`)).toEqual([
    'major maxLength',
    'minor pattern',
  ]);
  const lengths = await changesBetween({ sent: text }, { sent: { ...text, minLength: 1, maxLength: 8 } });
  expect(lengths.map(({ value }) => String(value).length)).toEqual([0, 9]);
});

describe('operation parameters', () => {
  const listed = (...components: string[]) => components.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const parameter = (usual: number) => ({ name: 'limit', in: 'query', schema: { type: 'integer', default: usual } });
  const paths = (operations: Record<string, object>): Fragment => ({
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, more]) => [
        path,
        { get: { operationId: path, responses: { 200: { description: 'Found.' } }, ...more } },
      ]),
    ),
    components: { parameters: { many: parameter(30), few: parameter(15) } },
  });

  test('a changed parameter reference affects only its own operation', async () => {
    const other = { '/b': { parameters: listed('many') }, '/c': { parameters: listed('many') } };
    const base = paths({ '/a': { parameters: listed('many') }, ...other });
    for (const parameters of [listed('few'), []]) {
      const [change, ...more] = await changesBetween(base, paths({ '/a': { parameters }, ...other }));
      expect(change).toMatchObject({ impact: 'major', operations: ['/a'] });
      expect(more).toEqual([]);
    }
  });

  test('a new description of a path parameter is not breaking', async () => {
    const id = { name: 'id', in: 'path', required: true, schema: text };
    expect(await codesBetween(paths({ '/a/{id}': {} }), paths({ '/a/{id}': { parameters: [id] } }))).toEqual([
      'minor added',
    ]);
  });
});

test('a finding for an undecidable change states the reason', async () => {
  const large = { type: 'integer', minimum: 2 ** 60, maximum: 2 ** 60 };
  const forms = (...more: object[]) => ({ read: { anyOf: [object({ a: text }), { ...text, title: 'B' }, ...more] } });
  const [change] = await changesBetween(forms(), forms({ ...large, title: 'C' }));
  expect(change).toMatchObject({ code: 'schema-combinator-changed', why: expect.stringContaining('too large') });
});
