import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { compare, load, rules } from '../src/index.ts';
import { documentOf, type Fragment } from '../src/report/examples.ts';

// The marks of this project are compared by what they mean for a program, not by where they stand.
const directory = temporaryDirectory();
let count = 0;

function loaded(fragment: Fragment) {
  const file = join(directory, `${count++}.json`);
  writeFileSync(file, JSON.stringify(documentOf(fragment)));
  return load(file);
}

async function summary(base: Fragment, revision: Fragment): Promise<string[]> {
  const changes = await compare(loaded(base), loaded(revision), rules);
  return changes.map(({ impact, code }) => `${impact} ${code}`);
}

const text = { type: 'string' };
const fields = (value: object, more: object = {}) => ({ type: 'object', properties: { a: value, b: text }, ...more });
const component = (schema: object) => ({ components: { schemas: { Value: schema } } });
const reference = { $ref: '#/components/schemas/Value' };

test.each(['x-secret', 'x-quantity'])(
  '%s counts where it is stated, in the field or in what it refers to',
  async (mark) => {
    const marked = { ...text, [mark]: mark === 'x-secret' ? true : 'value' };
    const inline = { read: fields(marked), ...component(text) };
    const behind = { read: fields(reference), ...component(marked) };
    expect(await summary(inline, behind)).toEqual([]);
    expect(await summary(behind, inline)).toEqual([]);
    const lost = mark === 'x-secret' ? 'major secret-unmarked' : 'major quantity-changed';
    expect(await summary(behind, { read: fields(reference), ...component(text) })).toEqual([lost]);
    expect(await summary(behind, { read: fields(text), ...component(text) })).toEqual([lost]);
  },
);

test('a field that is removed after its day belongs with its entry in `required`', async () => {
  const announced = (until: string) => ({
    ...text,
    deprecated: true,
    'x-deprecation': { since: '1.0.0', until, use: 'b' },
  });
  const required = (until: string) => ({ read: fields(announced(until), { required: ['a', 'b'] }) });
  const without = { read: { type: 'object', properties: { b: text }, required: ['b'] } };
  const codes = async (until: string) =>
    (await summary(required(until), without)).filter((one) => one.startsWith('major'));
  expect(await codes('2020-01-31')).toEqual(['major property-removed']);
  expect((await codes('2999-01-31')).sort()).toEqual(['major property-removed', 'major required-properties-removed']);
});

test('an operation that no query selects any more is gone', async () => {
  const responses = { 200: { description: 'Found.' } };
  const selected = (value: number) => ({
    get: { parameters: [{ name: 'a', in: 'query', required: true, schema: { const: value } }], responses },
  });
  const document = (second: number) => ({
    paths: { '/api/': { get: { responses } } },
    components: { pathItems: { one: selected(1), two: selected(second) } },
  });
  expect((await summary(document(2), document(1))).sort()).toEqual([
    'major operation-removed',
    'major selector-changed',
  ]);
});

test('an assumption about a schema that has another name still applies to the same places', async () => {
  const assumed = (name: string) => ({
    read: { $ref: `#/components/schemas/${name}` },
    components: { schemas: { [name]: { ...text, maxLength: 9, 'x-assumes': { maxLength: 'length' } } } },
    'x-assumptions': { length: { statement: 'Texts are short.', clauses: [], silence: 'Length.' } },
  });
  expect(await summary(assumed('Old'), assumed('New'))).toEqual(['major schema-renamed']);
});
