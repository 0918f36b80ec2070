import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bin, root, run, type Server, startServer } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { copyRepository } from './support/copy-repository.ts';
import {
  askMock,
  type Built,
  type Example,
  examplesOf,
  queryOf,
  readBuilt,
  replaceDocument,
} from './support/documented.ts';
import { type Body, evaluate } from './support/evaluate.ts';
import { rebuild } from './support/rebuild.ts';
import { operationsOnPage } from './support/repository.ts';

// A different API: one constant parameter for each operation, an operation with a second constant parameter, no default operation,
// different credentials and errors, and an optional parameter. Rules, generators and apps must support this API without changes.
const FIXTURE = readFileSync(join(root, 'packages/openapi/fixtures/action/openapi.yaml'), 'utf8');
const OPERATIONS = ['findBooks', 'findAuthors', 'readShelf'];

/** Invalid queries, their statuses, and the kinds of query errors. */
const WRONG: [query: string, status: number, kind: string][] = [
  ['action=find&words=tale', 401, 'missing-credentials'],
  ['token=&action=find&words=tale', 401, 'missing-credentials'],
  ['token=t&words=tale', 400, 'missing-selector'],
  ['token=t&kind=author&words=tale', 400, 'missing-selector'],
  ['token=t&action=shelf&kind=author&number=7', 400, 'several-selectors'],
  ['token=t&action=burn&words=tale', 400, 'selector-value'],
  ['token=t&action=find&kind=book&words=tale', 400, 'selector-value'],
  ['token=t&action=shelf&number=7&colour=red', 400, 'unknown-parameter'],
  ['token=t&action=shelf&number=7&words=tale', 400, 'foreign-parameter'],
  ['token=t&action=find&kind=author&words=tale&language=en', 400, 'foreign-parameter'],
  ['token=t&action=shelf&number=7&number=8', 400, 'repeated-parameter'],
  ['token=t&action=find', 400, 'missing-parameter'],
  ['token=t&action=shelf&number=41', 400, 'malformed-parameter'],
  ['token=t&action=find&words=tale&language=English', 400, 'malformed-parameter'],
];

let copy: string;
let built: Built;
let examples: Example[];
let mock: Server;

beforeAll(async () => {
  copy = copyRepository();
  replaceDocument(copy, FIXTURE);
  await rebuild(copy, ['packages/cli', 'apps/service']); // lints, generates and builds everything
  built = readBuilt(copy);
  examples = examplesOf(built);
  mock = await startServer(bin('mock', copy), ['--port', '0']);
});

test('the other API has different selectors', () => {
  expect(Object.keys(parse(FIXTURE).components.pathItems)).toEqual(OPERATIONS);
  expect(built.table.operations.map(({ selectors }) => selectors)).toEqual([
    { action: 'find' },
    { action: 'find', kind: 'author' },
    { action: 'shelf' },
  ]);
});

test('the mock returns the examples of each operation', async () => {
  expect(new Set(examples.map(({ operation }) => operation))).toEqual(new Set(OPERATIONS));
  for (const example of examples) {
    expect(await askMock(mock.address, built, example)).toEqual({ status: example.status, body: example.body });
  }
});

test('the mock rejects invalid requests with the error body of the document', async () => {
  for (const [query, status] of WRONG) {
    const response = await fetch(`${mock.address}/library?${query}`);
    const answer = { query, status: response.status, body: await response.json() };
    expect(answer).toEqual({ query, status, body: { failed: true, reason: expect.stringMatching(/./) } });
  }
});

test('the resolver finds the operation or the error for each query', async () => {
  const good = examples.filter(({ status }) => status === '200');
  const queries = [...good.map(({ parameters }) => queryOf(built, parameters)), ...WRONG.map(([query]) => query)];
  const { resolutions } = await evaluate(copy, queries, []);
  const verdicts = resolutions.map((found) => (found.ok ? found.operation : found.error.kind));
  expect(verdicts).toEqual([...good.map(({ operation }) => operation), ...WRONG.map(([, , kind]) => kind)]);
});

test('the validators check the body of the selected operation', async () => {
  const right = examples.map(({ operation, status, body }): Body => [operation, status, body]);
  const wrong: Body[] = [
    ['findAuthors', '200', { books: [] }],
    ['readShelf', '400', { failed: false, reason: 'no' }],
  ];
  const { verdicts } = await evaluate(copy, [], [...right, ...wrong]);
  const accepted = examples.map(({ status, name }) => ({ ok: true, envelope: status === '200' ? name : '' }));
  expect(verdicts).toMatchObject([...accepted, ...wrong.map(() => ({ ok: false }))]);
});

test.each([
  ['from the flag of the same name', ['--token', 'a-token-of-letters'], {}],
  ['from the variable of the same name', [], { VEHICLE_LOOKUP_TOKEN: 'a-token-of-letters' }],
])('the contract suite verifies the mock and reads the credential %s', async (_, credential, env) => {
  const args = ['verify', '--base-url', mock.address, '--target', 'mock', '--json', ...credential];
  const { code, out } = await run(bin('contract', copy), args, { env });
  const { verdict, cells, credentials, address } = JSON.parse(out);
  expect({ code, verdict, address }).toEqual({ code: 0, verdict: 'conformant', address: `${mock.address}/library` });
  expect(new Set(cells.map(({ operation }: { operation: string }) => operation))).toEqual(new Set(OPERATIONS));
  expect(credentials).toContainEqual(expect.objectContaining({ credential: 'token', fault: 'absent', state: 'pass' }));
  expect(out).not.toContain('a-token-of-letters');
});

test('the contract suite reports a missing credential', async () => {
  const { code, err } = await run(bin('contract', copy), ['verify', '--base-url', mock.address]);
  expect(code).toBe(2);
  expect(err).toContain('--token is missing; give it, or set VEHICLE_LOOKUP_TOKEN');
});

test('the documentation shows the operations with their URLs', () => {
  expect([...operationsOnPage(copy)]).toEqual([
    ['findBooks', '/library?token={token}&action=find&words={words}'],
    ['findAuthors', '/library?token={token}&action=find&kind=author&words={words}'],
    ['readShelf', '/library?token={token}&action=shelf&number={number}'],
  ]);
});

const CLIENT = `import { createClient, createVehicleLookup } from '@vehicle-lookup/client';
const client = createClient({ baseUrl: 'http://127.0.0.1', token: 't' });
const methods = createVehicleLookup({ baseUrl: 'http://127.0.0.1', token: 't' });
`;

test("the constants of a query determine the client's response type", async () => {
  const source = `${CLIENT}
const books = await client.GET('/library', { params: { query: { action: 'find', words: 'tale', language: 'en' } } });
export const shelf: number | undefined = (Array.isArray(books.data) ? books.data : books.data?.books)?.[0]?.shelf;
const authors = await client.GET('/library', { params: { query: { action: 'find', kind: 'author', words: 'shakespeare' } } });
export const author: string | undefined = authors.data?.authors[0];
export const reason: string | undefined = authors.error?.reason;
export const title: string | undefined = (await client.call('readShelf', { number: 7 })).data?.titles[0];
const found = await methods.findBooks('tale', undefined, { timeout: 5 });
export const sequel: number | undefined = found.data[0]?.sequel?.shelf;
`;
  expect(await compileConsumer(copy, source)).toBe('');
});

test.each([
  ["{ action: 'shelf' }", 'action=shelf is readShelf: it takes exactly number (number)'],
  ["{ action: 'find' }", 'action=find is findBooks: it takes exactly words (string) and language (string, optional)'],
  ["{ action: 'find', kind: 'author' }", 'action=find&kind=author is findAuthors: it takes exactly words (string)'],
  ["{ action: 'burn', words: 'tale' }", 'action must be find'],
  ["{ words: 'tale' }", 'nothing is selected: add action=find, action=find&kind=author or action=shelf'],
  ["{ action: 'shelf', number: 7, colour: 'red' }", 'unknown query parameter: colour'],
])('the compiler rejects %s with an explanation', async (query, words) => {
  const source = `${CLIENT}await client.GET('/library', { params: { query: ${query} } });\nexport {};\n`;
  expect(await compileConsumer(copy, source)).toContain(words);
});

test.each([
  ["client.call('findAuthors', { kind: 'author' })", "'kind' does not exist in type '{ words: string; }'"],
  ['methods.readShelf()', 'Expected 1-2 arguments, but got 0'],
])('the compiler rejects the call %s', async (call, words) => {
  expect(await compileConsumer(copy, `${CLIENT}await ${call};\nexport {};\n`)).toContain(words);
});

const CALLS = `import { clientOf, createVehicleLookup } from '@vehicle-lookup/client';
const book = { title: 'Emma', shelf: '7', sequel: { title: 'Emma 2', shelf: '8' } };
const closed = { failed: true, reason: 'Closed.' };
const responses = [[200, { books: [book] }], [200, [book]], [404, closed], [404, closed]];
const queries = [];
const fetch = async (url) => {
  const [status, body] = responses[queries.length];
  queries.push(new URL(url).search);
  return Response.json(body, { status });
};
const methods = createVehicleLookup({ baseUrl: 'http://127.0.0.1/library', token: 'a-token-of-letters', fetch });
const results = [
  (await methods.findBooks('tale', 'en')).data,
  (await methods.findBooks('tale')).data,
  await methods.findAuthors('austen').catch(({ message }) => message),
  (await clientOf(methods).call('findAuthors', { words: 'austen' })).error,
  await methods.readShelf(41).catch(({ message }) => message),
];
console.log(JSON.stringify({ queries, results }));
`;

test('the client sends the query of each operation and reads every form of its bodies and errors', async () => {
  const file = join(copy, 'tests/calls.mjs');
  writeFileSync(file, CALLS);
  const { out, err } = await run(file);
  expect(err).toBe('');
  const books = [{ title: 'Emma', shelf: 7, sequel: { title: 'Emma 2', shelf: 8 } }];
  expect(JSON.parse(out)).toEqual({
    queries: [
      '?action=find&words=tale&language=en&token=a-token-of-letters',
      '?action=find&words=tale&token=a-token-of-letters',
      '?action=find&kind=author&words=austen&token=a-token-of-letters',
      '?words=austen&action=find&kind=author&token=a-token-of-letters',
    ],
    results: [
      books,
      books,
      'findAuthors: HTTP 404: Closed. Check the arguments.',
      { failed: true, reason: 'Closed.' },
      'readShelf: number: expected an integer from 1 to 40, got 41.',
    ],
  });
});

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const SWITCHES = ['strict', 'noEmit', 'skipLibCheck', 'exactOptionalPropertyTypes', 'ignoreConfig'];
const SETTINGS = [
  '--module',
  'nodenext',
  '--target',
  'es2023',
  '--lib',
  'es2023,dom',
  '--types',
  '',
  '--pretty',
  'false',
];

/**
 * Compiles a program that uses the packages of a copy of the repository.
 * @returns the output of the compiler; empty if the compiler accepts the source
 */
async function compileConsumer(repository: string, source: string): Promise<string> {
  const file = join(repository, 'tests/consumer.ts');
  writeFileSync(file, source);
  const { out, err } = await run(compiler, [...SWITCHES.map((name) => `--${name}`), ...SETTINGS, file]);
  return out + err;
}
