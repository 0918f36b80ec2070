import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { operationTable } from '../../../spec/plugin/operation-table.ts';
import { emitSelectors } from '../generate/selectors.ts';
import { createRaw } from '../src/raw.ts';
import type { Dispatch } from '../src/raw.types.ts';
import { projection, wire } from './another/document.ts';
import { compile, expectations, messagesByLine } from './compiler.ts';
import { answering, serve } from './server.ts';

const table = operationTable(wire);
const folder = mkdtempSync(join(tmpdir(), 'another-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

const body = (type: string) => `{ content: { 'application/json': ${type} } }`;
const operations = table.operations.map(({ id }) => {
  const responses = `{ 200: ${body(`{ '${id}': string }`)}; 400: ${body('{ ok: false; reason: string }')} }`;
  return `  '${id}': { responses: ${responses} };\n`;
});
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(join(folder, 'operations.ts'), `export interface operations {\n${operations.join('')}}\n`);
writeFileSync(join(folder, 'selectors.ts'), emitSelectors(table, projection, './operations.ts'));
copyFileSync(join(import.meta.dirname, '../src/raw.types.ts'), join(folder, 'raw.types.ts'));
copyFileSync(join(import.meta.dirname, 'another/calls.ts'), join(folder, 'calls.ts'));

describe('a document in which one parameter has a value per operation', () => {
  const source = readFileSync(join(folder, 'calls.ts'), 'utf8');
  const messages = messagesByLine(compile(join(folder, 'calls.ts')));

  test.each(expectations(source))('gives types that refuse line %i: %s', (line, text) => {
    expect(messages.get(line)).toContain(text);
  });

  test('gives types that accept every other line', () => {
    expect([...messages.keys()]).toEqual(expectations(source).map(([line]) => line));
  });

  test('is served by the same client', async () => {
    const { dispatch } = (await import(join(folder, 'selectors.ts'))) as { dispatch: Dispatch };
    const asked: (string | undefined)[] = [];
    const baseUrl = await serve((request, response) => {
      asked.push(request.url);
      answering(400, { ok: false, reason: 'no' })(request, response);
    });
    const options = { baseUrl: `${baseUrl}/library`, token: 'a-long-token' };
    const { error } = await createRaw(dispatch, options).call('find-cover', { title: 'Emma' });
    expect(asked).toEqual(['/library?title=Emma&action=find&part=cover&token=a-long-token']);
    expect(error).toEqual({ ok: false, reason: 'no' });
  });
});

describe('types are not emitted', () => {
  const refused = (change: (copy: typeof table) => void) => () => {
    const copy = structuredClone(table);
    change(copy);
    emitSelectors(copy, projection, './operations.ts');
  };

  test('when table and document do not belong together', () => {
    expect(refused(({ operations: [first] }) => first && Object.assign(first, { id: 'lendBook' }))).toThrow(
      'lendBook: expected a path of that operationId, found none',
    );
  });

  test('for another method than GET', () => {
    expect(refused((copy) => Object.assign(copy, { method: 'POST' }))).toThrow('expected the method GET, found POST');
  });

  test('when successes have different statuses', () => {
    expect(refused(({ operations: [first] }) => first?.statuses.push('202'))).toThrow(
      'expected one success status, the same for every operation, found 200, 202',
    );
  });
});
