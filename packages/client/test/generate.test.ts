import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Operation, PathItem } from '@vehicle-lookup/openapi';
import { describe, expect, test } from 'vitest';
import { emitMethods } from '../generate/methods.ts';
import { modules } from '../generate/modules.ts';
import { readClientModel } from '../generate/operations.ts';
import { document } from './cases/another-document.ts';

test('the comments of parsed types do not describe empty wire values', () => {
  const types = readFileSync(new URL('../src/parse/parse.gen.ts', import.meta.url), 'utf8');
  expect(types).not.toMatch(/empty string|field may be empty|or be empty/);
});

describe('an API of a different kind', () => {
  const model = readClientModel(document);

  test.each(Object.entries(modules))('produces the module %s in valid TypeScript', (_, emit) => {
    const text = emit(model);
    expect(() => stripTypeScriptTypes(text)).not.toThrow();
    expect(text).not.toMatch(/carId|vehicles?'/);
  });

  test('may have an operation ID that is not a valid identifier', () => {
    const text = emitMethods(model);
    expect(text).toContain('export const findCover: ((connection: Connection, title: string, options?: CallInit)');
    expect(text).toContain(
      "operations: Record<string, OperationMethod> = { listBooks, findBook, 'find-cover': findCover }",
    );
    expect(text).toContain("  'find-cover'(title: string, options?: CallInit): Call<'find-cover'>;");
  });
});

describe('a document is rejected', () => {
  const changed = (change: (operation: Operation) => void) => {
    const copy = structuredClone(document);
    const item = copy.components?.pathItems?.listBooks as PathItem;
    change(item.get as Operation);
    return copy;
  };

  test('for a method other than GET', () => {
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
