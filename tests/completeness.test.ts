import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@vehicle-lookup/client';
import { envelopes, validate } from '@vehicle-lookup/contract/validators';
import { bodyForms, type Json, jsonOf, readOperations, type Schema } from '@vehicle-lookup/openapi';
import { root, type Server, startMock } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { differences, entriesOf, expectedIn, fieldsBeyond, membersOf, referencesOf } from './completeness/fields.ts';
import { listed, lists } from './completeness/lists.ts';
import { askMock, examplesOf, queryOf, readBuilt } from './support/documented.ts';
import { operationsOnPage } from './support/repository.ts';

// The document lists the operations. Every other part must contain the same operations.
const built = readBuilt(root);
const documented = readOperations(built.document);
const operations = documented.map(({ id }) => id);
const successes = examplesOf(built).filter(({ status, name }) => status === '200' && name === 'full');

let mock: Server;
beforeAll(async () => {
  mock = await startMock();
});

/** Returns the message of a function that rejects its arguments. */
function rejectionOf(reject: () => unknown): string {
  try {
    reject();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('the operations of the document match', () => {
  test('the operation table', () => {
    expect(
      differences(
        'the table',
        operations,
        built.table.operations.map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  test('the mock', async () => {
    const answered: string[] = [];
    for (const example of successes) {
      const answer = await askMock(mock.address, built, example);
      if (JSON.stringify(answer) === JSON.stringify({ status: '200', body: example.body }))
        answered.push(example.operation);
    }
    expect(differences('the mock', operations, answered)).toEqual([]);
  });

  test("the list of selectors in the mock's message", async () => {
    const selectors = built.table.operations.filter((entry) => Object.keys(entry.selectors).length > 0);
    const all = Object.assign({}, ...selectors.map((entry) => entry.selectors));
    const response = await fetch(`${mock.address}${built.table.path}?${queryOf(built, all)}`);
    const listed = [...(await response.text()).matchAll(/\b([\w&]+=[\w=]+) \((\w+)\)/g)].map(
      ([, pairs, id]) => `${id}: ${pairs}`,
    );
    const expected = selectors.map(({ id, selectors }) => `${id}: ${new URLSearchParams(selectors)}`);
    expect(response.status).toBe(400);
    expect(differences("the mock's list", expected, listed)).toEqual([]);
  });

  test("the client's calls", async () => {
    const client = createClient({ baseUrl: mock.address, user: 'demo', key: 'demo-key' });
    const call = client.call as (operation: string, inputs: object) => Promise<{ data?: unknown }>;
    const rejection: Error = await call('', {}).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(differences('the client', operations, expectedIn(rejection.message))).toEqual([]);
    for (const { operation, parameters, body } of successes) {
      const own = Object.keys(built.table.operations.find(({ id }) => id === operation)?.parameters ?? {});
      const inputs = Object.fromEntries(own.map((name) => [name, parameters[name]]));
      expect((await call(operation, inputs)).data, operation).toEqual(body);
    }
  });

  test.each(['Inputs', 'Queries', 'Bodies', 'Failures', 'Takes'])("the client's generated %s", (name) => {
    const file = join(root, 'packages/client/src/client/queries.gen.ts');
    expect(differences(name, operations, membersOf(file, name))).toEqual([]);
  });

  test('the types', () => {
    const file = join(root, 'packages/contract/src/types.gen.ts');
    expect(differences('the types', operations, membersOf(file, 'operations'))).toEqual([]);
  });

  test('the validators', () => {
    const rejection = rejectionOf(() => validate('', 200, {}));
    expect(differences('the validators', operations, expectedIn(rejection))).toEqual([]);
  });

  test("the contract suite's faults for each operation", () => {
    const faults = 'contract-tests/self-test/faulty/by-operation';
    const files = globSync(`${faults}/*.ts`, { cwd: root });
    const entries = files.flatMap((file) => membersOf(join(root, file), 'faults'));
    expect(differences(faults, operations, entries)).toEqual([]);
  });

  test('the documentation, including the URLs', () => {
    const shown = operationsOnPage(root);
    expect(differences('the documentation', operations, shown.keys())).toEqual([]);
    for (const { id, selectors, parameters } of built.table.operations) {
      const required = Object.keys(parameters).filter((name) => parameters[name]?.required);
      const pairs = [
        ...[...built.table.credentials, ...required].map((name) => `${name}={${name}}`),
        ...Object.entries(selectors).map((pair) => pair.join('=')),
      ];
      const [path, query = ''] = shown.get(id)?.split('?') ?? [];
      expect([path, query.split('&').sort()]).toEqual([built.table.path, pairs.sort()]);
    }
  });
});

test('an operation that is missing on one side is reported', () => {
  expect(differences('the part', ['one', 'two'], ['two', 'three'])).toEqual([
    'one is in the document, not in the part',
    'three is in the part, not in the document',
  ]);
});

test('every declared response has a validator', () => {
  const answers = built.table.operations.flatMap(({ id, statuses }) => statuses.map((status) => [id, status] as const));
  expect(answers.filter(([id, status]) => envelopes(id, status).length === 0)).toEqual([]);
});

test.each(Object.keys(lists))('%s names every file of its directories', (list) => {
  const { files, imported } = listed(root, list);
  expect(files.length).toBeGreaterThan(1);
  expect(imported).toEqual(files);
});

describe('a component or operation of the document', () => {
  const parts = globSync('spec/{components/**/*.yaml,operations/*}', { cwd: root }).sort();
  const entries = entriesOf(root, parts);
  const references = referencesOf(root, ['spec/openapi.yaml', ...parts]);

  test.each([...new Set(entries.map(({ kind }) => kind))])('has its key as its name in %s', (kind) => {
    const keys = Object.keys((built.document.components?.[kind] ?? {}) as object);
    const names = entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
    expect(differences('the files of spec', keys, names)).toEqual([]);
  });

  test('is referenced', () => {
    const used = new Set(references.map(({ to }) => to));
    expect(entries.filter(({ place }) => !used.has(place))).toEqual([]);
  });

  test('refers only to components and operations that exist', () => {
    const known = new Set([...entries.map(({ place }) => place), 'spec/assumptions.yaml', 'spec/clauses.yaml']);
    expect(references.filter(({ to }) => !known.has(to))).toEqual([]);
  });
});

describe('a simplified body', () => {
  const bodies = documented.flatMap(({ id, responses }) => {
    const media = responses.flatMap((response) => (response.status === '200' ? (jsonOf(response) ?? []) : []));
    const forms = media.flatMap(({ schema, at }) => bodyForms(built.document, schema, [...at, 'schema']));
    const titled = (title: string) => forms.find((form) => form.title === title)?.schema;
    const [full, simplified] = [titled('full'), titled('simplified')];
    return full && simplified ? [[id, full, simplified] as const] : [];
  });

  test.each(bodies)('of %s contains only fields of the full body', (_, full, simplified) => {
    expect(fieldsBeyond(built.document, simplified, full)).toEqual([]);
  });

  test('with an additional field is detected', () => {
    const object = (properties: Record<string, Json>): Schema => ({ type: 'object', properties });
    const list = (item: Schema): Schema => object({ list: { type: 'array', items: item }, extra: false });
    expect(bodies.length).toBeGreaterThan(0);
    expect(fieldsBeyond({}, list(object({ a: {}, b: {} })), list(object({ a: {} })))).toEqual(['/list/b']);
  });
});
