import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation, PathItem } from '@vehicle-lookup/openapi';
import { afterAll, describe, expect, test } from 'vitest';
import { modules } from '../generate/modules.ts';
import { readClientModel } from '../generate/operations.ts';
import { document } from './another/document.ts';
import { compile, expectations, messagesByLine } from './support/compiler.ts';
import { answering, serve } from './support/service.ts';

const model = readClientModel(document);
const directory = mkdtempSync(join(import.meta.dirname, '.another-document-'));
afterAll(() => rmSync(directory, { recursive: true }));

// The same sources with generated modules and wire types of another document.
cpSync(join(import.meta.dirname, '../src'), directory, { recursive: true, filter: (file) => !file.includes('.gen.') });
for (const [path, emit] of Object.entries(modules)) {
  writeFileSync(join(directory, `${path}.gen.ts`), emit(model));
}
const types = join(directory, 'node_modules/@vehicle-lookup/contract/types');
mkdirSync(types, { recursive: true });
writeFileSync(join(types, 'package.json'), '{ "name": "@vehicle-lookup/contract/types", "types": "./types.ts" }');
copyFileSync(join(import.meta.dirname, 'another/types.ts'), join(types, 'types.ts'));
copyFileSync(join(import.meta.dirname, 'another/calls.ts'), join(directory, 'calls.ts'));

describe('a document in which one parameter has a value per operation', async () => {
  const source = readFileSync(join(directory, 'calls.ts'), 'utf8');
  const messages = messagesByLine(await compile(join(directory, 'calls.ts')));

  test.each(expectations(source))('gives types that refuse line %i: %s', (line, text) => {
    expect(messages.get(line)).toContain(text);
  });

  test('gives types that accept every other line', () => {
    expect([...messages.keys()]).toEqual(expectations(source).map(([line]) => line));
  });

  test('is served by the same client', async () => {
    const received: (string | undefined)[] = [];
    const baseUrl = await serve((request, response) => {
      received.push(request.url);
      answering(400, { ok: false, reason: 'Closed.' })(request, response);
    });
    const { clientOf, createVehicleLookup } = await import(join(directory, 'index.ts'));
    const client = createVehicleLookup({ baseUrl: `${baseUrl}/library`, token: 'a-long-token' });
    const { error } = await clientOf(client).call('find-cover', { title: 'Emma' });
    expect(error).toEqual({ ok: false, reason: 'Closed.' });
    const message = 'find-cover: HTTP 400: Closed. Check the arguments.';
    await expect(client['find-cover'](' Emma ')).rejects.toThrow(message);
    await expect(client['find-cover'](7)).rejects.toThrow('find-cover: title: expected a text, got 7.');
    await client.listBooks(3).safe();
    await client.listBooks().safe();
    expect(received).toEqual([
      '/library?title=Emma&action=find&part=cover&token=a-long-token',
      '/library?action=find&part=cover&title=Emma&token=a-long-token',
      '/library?action=list&limit=3&token=a-long-token',
      '/library?action=list&token=a-long-token',
    ]);
  });

  test('has a payload that is read from any envelope', async () => {
    const { parseBooks } = await import(join(directory, 'parse/parse.ts'));
    const book = { title: 'Emma', pages: '474', sequel: { title: 'Emma 2', pages: 'many' } };
    const data = [{ title: 'Emma', pages: 474, sequel: { title: 'Emma 2' } }];
    const issues = [expect.objectContaining({ expected: 'a number', got: 'many' })];
    expect(parseBooks({ listBooks: [book], printed: 'today' })).toEqual({ data, issues, printed: 'today' });
    expect(parseBooks([book])).toEqual({ data, issues });
    expect(() => parseBooks([{ title: 1 }])).not.toThrow();
  });
});

describe('a document is refused', () => {
  const changed = (change: (operation: Operation) => void) => {
    const copy = structuredClone(document);
    const item = copy.components?.pathItems?.listBooks as PathItem;
    change(item.get as Operation);
    return copy;
  };

  test('for another method than GET', () => {
    const copy = JSON.parse(JSON.stringify(document).replaceAll('"get":', '"post":'));
    expect(() => readClientModel(copy)).toThrow('expected the method GET, found POST');
  });

  test('when successes have different statuses', () => {
    const copy = changed(({ responses = {} }) => Object.assign(responses, { 202: responses['200'] }));
    expect(() => readClientModel(copy)).toThrow(
      'expected one success status, the same for every operation, found 200, 202',
    );
  });
});
