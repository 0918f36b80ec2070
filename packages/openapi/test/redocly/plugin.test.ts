import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Document } from '../../src/openapi/openapi.ts';
import { actionDocument, changed } from '../sample-documents.ts';

const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
const rules = join(import.meta.dirname, '../../src/redocly/rules');
const configuration = {
  extends: ['recommended-strict', 'selectors/all'],
  telemetry: 'off',
  plugins: [join(import.meta.dirname, '../../src/redocly/index.ts')],
  rules: {
    'selectors/status-completeness': { severity: 'error', optional: ['403'] },
    'selectors/known-extensions': {
      severity: 'error',
      keys: ['x-assumptions', 'x-assumes', 'x-secret'],
    },
  },
};

/** A directory with the action document, whose shared error response and one operation are in separate files. */
let directory: string;
let document: Document;
let files: Record<string, unknown>;

beforeEach(() => {
  directory = temporaryDirectory();
  document = actionDocument();
  const { pathItems, responses } = document.components as {
    pathItems: Record<string, unknown>;
    responses: Record<string, unknown>;
  };
  files = {
    'openapi.yaml': document,
    'operations/readShelf.yaml': pathItems.readShelf,
    'responses/BadRequest.yaml': responses.BadRequest,
    'assumptions.yaml': {
      'word-case': { statement: 'a', silence: 'b', strength: 'chosen', evidence: 'c', probe: 'd' },
    },
  };
  pathItems.readShelf = { $ref: 'operations/readShelf.yaml' };
  responses.BadRequest = { $ref: 'responses/BadRequest.yaml' };
  document['x-assumptions'] = { $ref: 'assumptions.yaml' };
  Object.assign((document.components as { schemas: { Words: object } }).schemas.Words, {
    'x-assumes': { type: 'word-case' },
  });
});

function write(): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    // References between files are relative, so references to components of the root document must name its file.
    const text = stringify(content, { aliasDuplicateObjects: false });
    const root = name.includes('/') ? '../openapi.yaml#/' : '#/';
    writeFileSync(join(directory, name), text.replaceAll('"#/', `"${root}`));
  }
  writeFileSync(join(directory, 'redocly.yaml'), stringify(configuration));
}

/** Returns the errors that `redocly lint` reports, as `file:line rule: message`. */
async function lint(): Promise<string[]> {
  write();
  const { out, err } = await run(redocly, ['lint', 'openapi.yaml', '--format', 'checkstyle'], { cwd: directory, env });
  expect(err).toContain('openapi.yaml: validated');
  return out
    .split('<file ')
    .slice(1)
    .flatMap((file) => {
      const name = /name="([^"]*)"/.exec(file)?.[1];
      const errors = file.matchAll(/<error line="(\d+)" .*? message="([^"]*)" source="([^"]*)"/g);
      return [...errors].map(
        ([, line, message, source]) => `${name}:${line} ${source}: ${message?.replaceAll('&quot;', '"')}`,
      );
    });
}

test('a valid document that is split into several files has no findings', async () => {
  expect(await lint()).toEqual([]);
});

test('an error in a shared response is reported once, in the file that contains the response', async () => {
  const shared = 'responses/BadRequest.yaml';
  const example = ['content', 'application/json', 'examples', 'missing-selector'];
  files[shared] = changed(files[shared], [example, undefined]);
  expect(await lint()).toEqual([
    'responses/BadRequest.yaml:6 selectors/query-error-examples: status 400: expected an example of the query error "missing-selector" with this name, found none',
  ]);
});

test('an error in an operation is reported at its line', async () => {
  (files['operations/readShelf.yaml'] as { get: { operationId: string } }).get.operationId = 'shelf';
  expect(await lint()).toEqual([
    expect.stringMatching(/^operations\/readShelf.yaml:2 selectors\/operation-keys: operationId of readShelf/),
  ]);
});

test('an invalid assumption is reported in the assumptions file', async () => {
  files['assumptions.yaml'] = {
    'word-case': { statement: 'a', silence: 'b', strength: 'chosen', evidense: 'c', probe: 'd' },
  };
  expect(await lint()).toEqual([
    expect.stringMatching(/^assumptions.yaml:5 struct: Property `evidense` is not expected here/),
    expect.stringMatching(
      /^assumptions.yaml:1 selectors\/assumptions-used: assumption word-case: expected a string in evidence/,
    ),
  ]);
});

test('every subset rule reports the expected value, the actual value and the next step in one line', async () => {
  Object.assign(document, { security: [{ token: [] }, {}] });
  (document.components as { securitySchemes: object }).securitySchemes = {
    token: { type: 'apiKey', in: 'query', name: 'token', description: 'A token.', 'x-secret': true },
    login: { type: 'http', scheme: 'basic', description: 'A password.' },
  };
  const shelf = files['operations/readShelf.yaml'] as { get: Record<string, unknown> & { parameters: unknown[] } };
  const text = { required: true, description: 'A text.', schema: { type: 'string' }, example: 'a' };
  shelf.get.parameters.push({ ...text, name: 'kind', in: 'query' }, { ...text, name: 'tenant', in: 'header' });
  shelf.get.requestBody = { content: { 'application/json': { schema: { type: 'object' }, example: {} } } };
  const { content } = (shelf.get.responses as Record<string, { content: Record<string, unknown> }>)['200'] ?? {};
  Object.assign(content ?? {}, { 'text/csv': { schema: { type: 'string' }, example: 'a' } });
  const { Failure } = (document.components as { schemas: Record<string, { required: string[] }> }).schemas;
  Failure?.required.push('code');
  const subset = globSync('*.ts', { cwd: join(rules, 'subset') })
    .map((file) => `selectors/${file.replace('.ts', '')}`)
    .filter((rule) => !rule.endsWith('/operation-table'));
  const reported = (await lint()).filter((line) => subset.some((rule) => line.includes(` ${rule}: `)));
  expect(new Set(reported.map((line) => line.split(' ')[1]?.slice(0, -1)))).toEqual(new Set(subset));
  for (const line of reported) expect(line).toMatch(/: .*expected .*found .*; /);
});

test('a document with two paths is reported by the rule operation-table', async () => {
  Object.assign(document.paths ?? {}, { '/other': { get: { responses: {} } } });
  expect(await lint()).toContainEqual(
    expect.stringMatching(/ selectors\/operation-table: paths: expected exactly one, found 2$/),
  );
});
