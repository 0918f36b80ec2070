import { expect, test } from 'vitest';
import { codesBetween } from './support/fragments.ts';

// The marks of this project are compared by their meaning for a program, not by their location.
const text = { type: 'string' };
const fields = (value: object, more: object = {}) => ({ type: 'object', properties: { a: value, b: text }, ...more });
const component = (schema: object) => ({ components: { schemas: { Value: schema } } });
const reference = { $ref: '#/components/schemas/Value' };

test.each(['x-secret', 'x-quantity'])(
  '%s has the same effect in a field and in the schema that the field refers to',
  async (mark) => {
    const marked = { ...text, [mark]: mark === 'x-secret' ? true : 'value' };
    const inline = { read: fields(marked), ...component(text) };
    const behind = { read: fields(reference), ...component(marked) };
    expect(await codesBetween(inline, behind)).toEqual([]);
    expect(await codesBetween(behind, inline)).toEqual([]);
    const lost = mark === 'x-secret' ? 'major secret-unmarked' : 'major quantity-changed';
    expect(await codesBetween(behind, { read: fields(reference), ...component(text) })).toEqual([lost]);
    expect(await codesBetween(behind, { read: fields(text), ...component(text) })).toEqual([lost]);
  },
);

test.each([undefined, false])('a secret whose mark becomes %s is no longer marked', async (mark) => {
  const secret = (value: unknown) => ({ read: fields({ ...text, ...(value !== undefined && { 'x-secret': value }) }) });
  expect(await codesBetween(secret(true), secret(mark))).toEqual(['major secret-unmarked']);
  expect(await codesBetween(secret(mark), secret(true))).not.toContain('major secret-unmarked');
});

test('the removal of a field after its announced date covers its entry in `required`', async () => {
  const announced = (until: string) => ({
    ...text,
    deprecated: true,
    'x-deprecation': { since: '1.0.0', until, use: 'b' },
  });
  const required = (until: string) => ({ read: fields(announced(until), { required: ['a', 'b'] }) });
  const without = { read: { type: 'object', properties: { b: text }, required: ['b'] } };
  const codes = async (until: string) =>
    (await codesBetween(required(until), without)).filter((one) => one.startsWith('major'));
  expect(await codes('2020-01-31')).toEqual(['major property-removed']);
  expect((await codes('2999-01-31')).sort()).toEqual(['major property-removed', 'major required-properties-removed']);
});

test('an operation that can no longer be selected is reported as removed', async () => {
  const responses = { 200: { description: 'Found.' } };
  const selected = (value: number) => ({
    get: { parameters: [{ name: 'a', in: 'query', required: true, schema: { const: value } }], responses },
  });
  const document = (second: number) => ({
    paths: { '/api/': { get: { responses } } },
    components: { pathItems: { one: selected(1), two: selected(second) } },
  });
  expect((await codesBetween(document(2), document(1))).sort()).toEqual([
    'major operation-removed',
    'major selector-changed',
  ]);
});

test('an assumption about a renamed schema is not reported as moved', async () => {
  const assumed = (name: string) => ({
    read: { $ref: `#/components/schemas/${name}` },
    components: { schemas: { [name]: { ...text, maxLength: 9, 'x-assumes': { maxLength: 'length' } } } },
    'x-assumptions': { length: { statement: 'Texts are short.', clauses: [], silence: 'Length.' } },
  });
  expect(await codesBetween(assumed('Old'), assumed('New'))).toEqual(['major schema-renamed']);
});
