import { isRecord, type Json } from '@vehicle-lookup/openapi';
import { expect, test } from 'vitest';
import { type Field, fieldsOf } from '../src/contract/fields.ts';
import { operationPath } from '../src/site/links.ts';
import { codeOf, contract, pageAt, textOf } from './rendered.ts';

const { document, operations } = contract;
type Node = Record<string, Json>;

/** A reader of its own: it knows nothing of the pages' reader, and takes a body apart by the words of JSON Schema. */
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

/** The sections of one envelope on the page of an operation. */
const shown = (id: string, envelope: string): string =>
  new RegExp(`<section class="envelope"[^>]*data-envelope="${envelope}"[\\s\\S]*?</section>`).exec(
    pageAt(operationPath(id)),
  )?.[0] ?? '';

test.each(cases)('%s, envelope %s: fields, types and constants are those of the document', (id, envelope, form) => {
  const items = [
    ...shown(id, envelope).matchAll(
      /<li data-field="([^"]*)"[^>]*><div class="field"><code>[^<]*<\/code>(?: <span class="label">[^<]*<\/span>)? <span class="type">([^<]*)</g,
    ),
  ];
  const expected = expectedPaths(form, '');
  expect(items.map(([, path]) => path).sort()).toEqual([...expected.keys()].sort());
  for (const [, path = '', type = ''] of items) {
    for (const one of expected.get(path) ?? []) expect(type, path).toContain(one);
  }
  const constant = items.some(([, path]) => path === 'success');
  if (constant) expect(textOf(shown(id, envelope))).toContain('Always true.');
});

test('every envelope of every operation has a case', () => {
  expect(cases.length).toBeGreaterThanOrEqual(operations.length);
  expect(new Set(cases.map(([id]) => id)).size).toBe(operations.length);
});

test('an example fits the fields of its envelope: a field that is never sent is not in it', () => {
  for (const [id, envelope] of cases) {
    const [, code = 'null'] =
      new RegExp(`data-example="${envelope}"[\\s\\S]*?<code>([\\s\\S]*?)</code></pre>`).exec(
        pageAt(operationPath(id)),
      ) ?? [];
    const example = JSON.parse(codeOf(code));
    expect(Object.keys(example).length, `${id} ${envelope}`).toBeGreaterThan(0);
    const never = [...shown(id, envelope).matchAll(/data-field="([^"]*)"[^>]*><div class="field">[^\n]*never sent/g)];
    for (const [, name = ''] of never) expect(Object.keys(example)).not.toContain(name);
  }
});

const read = (schema: unknown): Field[] => fieldsOf({ components: {} }, { properties: { field: schema } }, []);

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
])('%j is read as %j', (schema, expected) => {
  expect(read(schema)[0]).toMatchObject(expected);
});
