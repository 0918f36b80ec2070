import { isRecord, type Json } from '@vehicle-lookup/openapi';
import { expect, test } from 'vitest';
import { type Field, fieldsOf } from '../src/contract/fields.ts';
import { codeOf, contract, fileAt } from './rendered.ts';

const { document, operations } = contract;
type Node = Record<string, Json>;

/** Returns the types of all fields by path. This reader interprets JSON Schema independently of the reader of the pages. */
function expectedPaths(schema: unknown, path: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const all = (node: unknown): unknown[] => {
    if (!isRecord(node)) return [node];
    const { $ref, allOf, ...own } = node as Node;
    const target =
      typeof $ref === 'string'
        ? $ref
            .slice(2)
            .split('/')
            .reduce<unknown>((one, key) => Object(one)[key], document)
        : undefined;
    return [own, ...(target === undefined ? [] : all(target)), ...((allOf as Json[]) ?? []).flatMap(all)];
  };
  const types = (node: unknown): string[] =>
    all(node).flatMap((part) => {
      if (part === false) return ['never'];
      const { type, oneOf = [], anyOf = [] } = Object(part);
      return [...(type ? [type].flat() : []), ...[...oneOf, ...anyOf].flatMap(types)];
    });
  const visit = (node: unknown, at: string): void => {
    for (const part of all(node)) {
      const { properties = {}, items } = Object(part);
      if (items) visit(items, `${at}[]`);
      for (const [name, property] of Object.entries(properties)) {
        const own = at ? `${at}.${name}` : name;
        found.set(own, new Set([...(found.get(own) ?? []), ...types(property)]));
        visit(property, own);
      }
    }
  };
  visit(schema, path);
  return found;
}

const cases = operations.flatMap(({ id, responses }) =>
  responses.flatMap((response) => {
    const schema = (response.media[0]?.schema ?? {}) as Node;
    const body = (
      typeof schema.$ref === 'string'
        ? schema.$ref
            .slice(2)
            .split('/')
            .reduce<unknown>((one, key) => Object(one)[key], document)
        : schema
    ) as Node;
    const forms = (body.anyOf as Node[] | undefined) ?? [body];
    return response.status.startsWith('2')
      ? forms.map((form) => [id, String(form.title ?? 'body'), form] as const)
      : [];
  }),
);

/** Returns the fields of an envelope from the Markdown page of an operation. `type` includes the flags. */
function shown(id: string, envelope: string): { path: string; type: string; text: string }[] {
  const [, response = ''] = fileAt(`operations/${id}.md`).split('\n## Response\n');
  const [, section = ''] = response.split(`\n### ${envelope}\n`);
  const [fields = ''] = section.split(/\n#{2,3} /);
  return [...fields.matchAll(/^- `([^`]+)` (.*?): (.*)$/gm)].map(([, path = '', type = '', text = '']) => ({
    path,
    type,
    text,
  }));
}

test.each(cases)('%s, envelope %s: fields, types and constants match the document', (id, envelope, form) => {
  const items = shown(id, envelope);
  const expected = expectedPaths(form, '');
  expect(items.map(({ path }) => path).sort()).toEqual([...expected.keys()].sort());
  for (const { path, type } of items) {
    const types = expected.get(path) ?? new Set();
    expect(types.size, path).toBeGreaterThan(0);
    for (const one of types) expect(type, path).toContain(one);
  }
  const constant = items.find(({ path }) => path === 'success');
  if (constant) expect(constant.text).toContain('Always `true`.');
});

test('the HTML page shows the same fields and types of each envelope as the Markdown page', () => {
  for (const [id, envelope] of cases) {
    const [, after = ''] = fileAt(`operations/${id}.html`).split(`<div id="response-${envelope}"`);
    const [panel = ''] = after.split(/<div id="response-|<h2 /);
    const rows = [...panel.matchAll(/<div class="row"><code>([^<]*)<\/code>.*?<span class="type">([^<]*)</g)];
    const listed = shown(id, envelope);
    expect(rows.length, `${id} ${envelope}`).toBe(listed.length);
    for (const [index, [, name = '', type = '']] of rows.entries()) {
      expect(listed[index]?.path.replace(/.*\./, '')).toBe(name);
      expect(type).not.toBe('');
      expect(listed[index]?.type.replace(/ (required|may be \w+).*/, '').endsWith(type), `${name} ${type}`).toBe(true);
    }
  }
});

test('the test cases include every operation', () => {
  expect(cases.length).toBeGreaterThanOrEqual(operations.length);
  expect(new Set(cases.map(([id]) => id)).size).toBe(operations.length);
});

test('an example does not contain fields that are never sent', () => {
  for (const [id, envelope] of cases) {
    const [, code = 'null'] =
      new RegExp(`id="example-${envelope}"[\\s\\S]*?<code>([\\s\\S]*?)</code></pre>`).exec(
        fileAt(`operations/${id}.html`),
      ) ?? [];
    const example = JSON.parse(codeOf(code));
    expect(Object.keys(example).length, `${id} ${envelope}`).toBeGreaterThan(0);
    for (const { path, type } of shown(id, envelope))
      if (type.startsWith('never sent')) expect(Object.keys(example)).not.toContain(path);
  }
});

const read = (schema: unknown): Field[] => fieldsOf({ components: {} }, { properties: { field: schema } }, []);

test('the fields of a recursive field are listed only once', () => {
  const schemas = {
    Book: { properties: { title: { type: 'string' }, sequel: { $ref: '#/components/schemas/Book' } } },
  };
  const [, sequel] = fieldsOf({ components: { schemas } }, { $ref: '#/components/schemas/Book' }, []);
  expect(sequel?.fields.map(({ path, fields }) => [path, fields.length])).toEqual([
    ['sequel.title', 0],
    ['sequel.sequel', 0],
  ]);
});

test.each([
  [false, { type: 'never sent' }],
  [{ type: 'string' }, { type: 'string', mayBeEmpty: true }],
  [
    { type: 'string', minLength: 1 },
    { mayBeEmpty: false, limits: [{ text: 'minLength 1', pointer: '/properties/field/minLength' }] },
  ],
  [{ type: 'string', pattern: '^([0-9]{4})?$' }, { mayBeEmpty: true }],
  [{ oneOf: [{ type: 'integer' }, { const: '' }] }, { type: 'integer or empty string', mayBeEmpty: true }],
  [
    {
      oneOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', pattern: '^[1-9]' },
      ],
    },
    {
      type: 'integer or string',
      limits: [
        { text: 'integer: minimum 1', pointer: '/properties/field/oneOf/0/minimum' },
        { text: 'string: pattern ^[1-9]', pointer: '/properties/field/oneOf/1/pattern' },
      ],
    },
  ],
  [{ type: 'array', items: { type: 'object' } }, { type: 'array of objects' }],
  [{ const: 1 }, { constant: 1 }],
])('%j produces the field %j', (schema, expected) => {
  expect(read(schema)[0]).toMatchObject(expected);
});
