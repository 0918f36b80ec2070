import { describe, expect, test } from 'vitest';
import { changesBetween, codesBetween, type Fragment } from './support/fragments.ts';

// Changes that lie between what a schema says and what a request or response is: media types, directions, addresses.
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

describe('the schema of a media type', () => {
  const json = (more: object) => ({ 'application/json': more });
  const [none, some] = [json({}), json({ schema: object({ a: text }, { required: ['a'] }) })];

  test('without a schema, every body is valid', async () => {
    expect(majors(await codesBetween(request(none), request(some)))).not.toEqual([]);
    expect(majors(await codesBetween(response(some), response(none)))).not.toEqual([]);
    expect(majors(await codesBetween(request(some), request(none)))).toEqual([]);
    expect(majors(await codesBetween(response(none), response(some)))).toEqual([]);
  });

  test('a schema that accepts every value is the same as none', async () => {
    expect(await codesBetween(request(none), request(json({ schema: {} })))).toEqual([]);
  });
});

describe('a field that is only read', () => {
  const base = (name: object) => component({ Base: object({ id: { ...text, readOnly: true }, name }) });
  test.each([
    ['next to a reference', { allOf: [reference('Base')], required: ['id'] }],
    ['in another part', { allOf: [reference('Base'), { required: ['id'] }] }],
    ['by a component', { allOf: [{ $ref: '#/components/schemas/Needs' }, reference('Base')] }],
  ])('is required %s, and need not be sent', async (_, sent) => {
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

  test('a break below a schema that accepts no value is also reported', async () => {
    const never = (name: object) => ({
      sent: object({ name }, { required: ['a'], additionalProperties: false }),
    });
    expect(majors(await codesBetween(never(text), never({ ...text, maxLength: 3 })))).toEqual([
      'major constraint-changed',
      'major range-changed',
    ]);
  });
});

describe('what the service sends', () => {
  const body = (required: boolean) => webhook({ requestBody: { required, content: {} } });
  const parameter = (required: boolean) =>
    webhook({ parameters: [{ name: 'a', in: 'query', required, schema: text }] });

  test.each([body, parameter])('in a webhook may become required, but not optional', async (part) => {
    expect(majors(await codesBetween(part(false), part(true)))).toEqual([]);
    expect(await codesBetween(part(true), part(false))).toEqual(['major became-optional']);
    expect(majors(await codesBetween(webhook({}), part(true)))).toEqual([]);
  });

  test('in a request, the parts of a body can have headers that become required', async () => {
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

test('each value of a variable is a separate URL', async () => {
  const servers = (values: readonly string[]): Fragment => ({
    servers: [{ url: 'https://{region}.example.com', variables: { region: { default: values[0], enum: values } } }],
  });
  expect(await codesBetween(servers(['eu', 'us']), servers(['eu']))).toEqual(['major server-removed']);
  expect(await codesBetween(servers(['eu']), servers(['eu', 'us']))).toEqual(['minor added']);
  expect(await codesBetween(servers(['eu', 'us']), servers(['us', 'eu']))).toEqual([]);
  const many = servers(Array.from({ length: 200 }, (_, index) => `r${index}`));
  expect(majors(await codesBetween(many, servers(['r0'])))).toHaveLength(199);
});

describe('a range of media types', () => {
  const content = (...types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: text }]));
  test.each<[string, (content: object) => Fragment, string[], string[], string[]]>([
    ['of a request includes a type', request, ['application/json'], ['*/*'], []],
    ['of a request is more than a type', request, ['*/*'], ['application/json'], ['major media-type-removed']],
    ['of a response is more than a type', response, ['application/json'], ['*/*'], ['major media-type-removed']],
    ['of a response includes a type', response, ['*/*'], ['application/json'], []],
    ['of a response includes several types', response, ['text/*'], ['text/plain', 'text/html'], []],
    ['of a response does not include others', response, ['text/*'], ['image/png'], ['major media-type-removed']],
  ])('%s', async (_, carrier, before, after, expected) => {
    expect(majors(await codesBetween(carrier(content(...before)), carrier(content(...after))))).toEqual(expected);
  });

  test('of a response is compared with each type that it includes', async () => {
    const after = { 'text/plain': { schema: text }, 'text/html': { schema: { type: ['string', 'null'] } } };
    const found = await codesBetween(response(content('text/*')), response(after));
    expect(majors(found)).toEqual(['major schema-type-changed']);
    const both = { ...content('text/*'), 'text/html': { schema: { type: ['string', 'null'] } } };
    expect(majors(await codesBetween(response(both), response(after)))).toEqual([]);
  });
});

test('two forms of `oneOf` that now overlap are reported in addition to a change in one of them', async () => {
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

test('the encoding of a part that came or went is compared with the defaults', async () => {
  const part = (encoding: object) =>
    request({ 'multipart/form-data': { schema: object({ photo: text, data: object({}) }), encoding } });
  const found = (before: object, after: object) => codesBetween(part(before), part(after));
  expect(await found({}, { photo: { contentType: 'image/png' } })).toEqual(['major parameter-serialization-changed']);
  expect(await found({ photo: { contentType: 'image/png' } }, {})).toEqual(['major parameter-serialization-changed']);
  expect(await found({}, { photo: { contentType: 'text/plain', style: 'form', explode: true } })).toEqual([]);
  expect(await found({}, { data: { contentType: 'application/json' } })).toEqual([]);
});

describe('parameters of a path', () => {
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

  test('belong together by their places in the path', async () => {
    const before = path('/u/{id}/o/{no}', ['id', text], ['no', number]);
    expect(await codesBetween(before, path('/u/{user}/o/{number}', ['number', number], ['user', text]))).toEqual([
      'major path-parameter-renamed',
    ]);
    const turned = path('/u/{no}/o/{id}', ['id', text], ['no', number]);
    expect(majors(await codesBetween(before, turned))).toContain('major schema-type-changed');
  });
});

test('an enumeration of a parameter keeps its pattern', async () => {
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

describe('the parameters of an operation', () => {
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

  test('only the operation whose reference leads elsewhere is affected', async () => {
    const other = { '/b': { parameters: listed('many') }, '/c': { parameters: listed('many') } };
    const base = paths({ '/a': { parameters: listed('many') }, ...other });
    for (const parameters of [listed('few'), []]) {
      const [change, ...more] = await changesBetween(base, paths({ '/a': { parameters }, ...other }));
      expect(change).toMatchObject({ impact: 'major', operations: ['/a'] });
      expect(more).toEqual([]);
    }
  });

  test('a parameter of the path existed before it was described', async () => {
    const id = { name: 'id', in: 'path', required: true, schema: text };
    expect(await codesBetween(paths({ '/a/{id}': {} }), paths({ '/a/{id}': { parameters: [id] } }))).toEqual([
      'minor added',
    ]);
  });
});

test('a breaking change that cannot be decided states the reason', async () => {
  const large = { type: 'integer', minimum: 2 ** 60, maximum: 2 ** 60 };
  const forms = (...more: object[]) => ({ read: { anyOf: [object({ a: text }), { ...text, title: 'B' }, ...more] } });
  const [change] = await changesBetween(forms(), forms({ ...large, title: 'C' }));
  expect(change).toMatchObject({ code: 'schema-combinator-changed', why: expect.stringContaining('too large') });
});
