import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Document } from '../../src/document/openapi.ts';
import { actionDocument, changed } from '../sample-documents.ts';

const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
const configuration = join(import.meta.dirname, '../../../../spec/redocly.yaml');

/** A folder with the action document, its shared error response and one operation in files of their own. */
let folder: string;
let document: Document;
let files: Record<string, unknown>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selectors-'));
  document = actionDocument();
  const { pathItems, responses } = document.components as {
    pathItems: Record<string, unknown>;
    responses: Record<string, unknown>;
  };
  files = {
    'openapi.yaml': document,
    'operations/readShelf.yaml': pathItems.readShelf,
    'responses/BadRequest.yaml': responses.BadRequest,
    'assumptions.yaml': { 'word-case': { statement: 'a', silence: 'b', evidence: 'c', probe: 'd' } },
  };
  pathItems.readShelf = { $ref: 'operations/readShelf.yaml' };
  responses.BadRequest = { $ref: 'responses/BadRequest.yaml' };
  document['x-assumptions'] = { $ref: 'assumptions.yaml' };
  Object.assign((document.components as { schemas: { Words: object } }).schemas.Words, { 'x-assumes': ['word-case'] });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    // References between files are relative; those to the root's components name the root.
    const text = stringify(content, { aliasDuplicateObjects: false });
    const root = name.includes('/') ? '../openapi.yaml#/' : '#/';
    writeFileSync(join(folder, name), text.replaceAll('"#/', `"${root}`));
  }
  const plugin = join(import.meta.dirname, '../../src/redocly/index.ts');
  writeFileSync(
    join(folder, 'redocly.yaml'),
    readFileSync(configuration, 'utf8').replace('@vehicle-lookup/selectors/redocly', plugin),
  );
}

/** The problems that `redocly lint` reports, as `file:line rule: message`. */
function lint(): string[] {
  write();
  const args = [cli, 'lint', 'openapi.yaml', '--format', 'checkstyle'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return stdout
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

test('a good document that is split over files is clean', () => {
  expect(lint()).toEqual([]);
});

test('a fault in a shared response is reported once, in the file that holds it', () => {
  const shared = 'responses/BadRequest.yaml';
  const example = ['content', 'application/json', 'examples', 'missing-selector'];
  files[shared] = changed(files[shared], [example, undefined]);
  expect(lint()).toEqual([
    'responses/BadRequest.yaml:6 selectors/problem-examples: status 400: expected an example "missing-selector", the kind of problem that it shows; found it missing',
  ]);
});

test('a fault in an operation is reported at its line', () => {
  (files['operations/readShelf.yaml'] as { get: { operationId: string } }).get.operationId = 'shelf';
  expect(lint()).toEqual([
    expect.stringMatching(/^operations\/readShelf.yaml:2 selectors\/operation-keys: operationId of readShelf/),
  ]);
});

test('a faulty assumption is reported in the file of assumptions', () => {
  files['assumptions.yaml'] = { 'word-case': { statement: 'a', silence: 'b', evidense: 'c', probe: 'd' } };
  expect(lint()).toEqual([
    expect.stringMatching(/^assumptions.yaml:4 struct: Property `evidense` is not expected here/),
    expect.stringMatching(
      /^assumptions.yaml:1 selectors\/assumptions-used: assumption word-case: expected a text in evidence/,
    ),
  ]);
});
