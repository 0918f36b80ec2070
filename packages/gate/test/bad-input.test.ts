import { expect, test } from 'vitest';
import { compare } from '../src/comparison/compare.ts';
import { load } from '../src/document/load.ts';
import { CannotRateError } from '../src/index.ts';
import { TODAY } from './support/fragments.ts';
import { directoryWith, documentWith, gate, git } from './support/gate.ts';

const GOOD = documentWith({ code: 'string' });

test.each([
  ['broken YAML', 'openapi: 3.1.0\ninfo: [', 'bad.yaml:2:', 'not valid YAML'],
  ['an empty file', '', 'bad.yaml', 'empty'],
  ['plain text', 'hello', 'bad.yaml', 'expected an OpenAPI document'],
  ['Swagger 2.0', 'swagger: "2.0"\npaths: {}', 'bad.yaml:1', 'found version "2.0"'],
  ['a document without a version', 'info: {}', 'bad.yaml:1', 'found no version'],
  ['a document without operations', 'openapi: 3.1.0\ninfo: {}\npaths: {}', 'bad.yaml', 'no operation'],
  ['a list of paths', 'openapi: 3.1.0\npaths: []', 'bad.yaml:2', 'expected an object as `paths`'],
  [
    'a reference to a file that does not exist',
    'openapi: 3.1.0\npaths:\n  /a:\n    $ref: a.yaml',
    'bad.yaml:4',
    'the file a.yaml does not exist',
  ],
  ['a dangling reference', 'openapi: 3.1.0\npaths:\n  /a:\n    $ref: "#/x"', 'bad.yaml:4', '#/x does not exist'],
  [
    'a reference to a URL',
    'openapi: 3.1.0\npaths:\n  /a:\n    $ref: https://a.example/b',
    'bad.yaml:4',
    'only local copies of files are read',
  ],
  ['a reference to itself', 'openapi: 3.1.0\npaths:\n  /a:\n    $ref: "bad.yaml#/paths/~1a"', 'bad.yaml', 'itself'],
])('%s causes exit code 2 and a message with the location and the reason', async (_, text, place, what) => {
  const directory = directoryWith({ 'bad.yaml': text, 'good.json': GOOD });
  const { code, err, out } = await gate(directory, 'diff', 'good.json', 'bad.yaml');
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(place) });
  expect(err).toContain(what);
});

test.each([
  ['a missing file', 'nothing.yaml', 'nothing.yaml: there is no such file'],
  ['a directory without a document', '.', 'expected a document in this directory'],
  ['an unknown revision', 'git:v9', 'there is no revision "v9" here; run `git fetch --tags`'],
  ['a revision without a document', 'git:HEAD', 'expected the document'],
  ['a package without a version', 'npm:thing', 'expected npm:PACKAGE@VERSION'],
])('%s gives no verdict', async (_, argument, expected) => {
  const directory = directoryWith({ 'good.json': GOOD });
  await git(directory, 'init', '--quiet');
  await git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'empty');
  const { code, err } = await gate(directory, 'diff', argument, 'good.json');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
});

test('a comparison without rules gives no verdict', async () => {
  const directory = directoryWith({ 'good.json': GOOD });
  const document = load(`${directory}/good.json`);
  await expect(compare(document, document, new Map(), TODAY)).rejects.toThrow(CannotRateError);
});

test("the caller's redocly.yaml does not disable the rules", async () => {
  const directory = directoryWith({
    'base.json': GOOD,
    'revision.json': documentWith({}),
    'redocly.yaml': 'extends: []\n',
  });
  expect(await gate(directory, 'diff', 'base.json', 'revision.json')).toMatchObject({ code: 1 });
});

test('a key that is passed as a revision is not printed', async () => {
  const key = 'canary-5f1c7b2e-0000-4d6b-9c41-canary';
  const { code, out, err } = await gate(directoryWith({ 'good.json': GOOD }), 'diff', `git:${key}`, 'good.json');
  expect({ code, isShown: `${out}${err}`.includes(key) }).toEqual({ code: 2, isShown: false });
});
