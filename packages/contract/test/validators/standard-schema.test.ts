import { describe, expect, expectTypeOf, test } from 'vitest';
import type { operations } from '../../src/types.gen.ts';
import { schemas } from '../../src/validators/standard-schema.ts';
import { examples } from './examples.ts';

const names = Object.keys(schemas) as (keyof operations)[];

test('every operation has a schema', () => {
  expect(names.length).toBeGreaterThanOrEqual(10);
  for (const name of names) expect(schemas[name]['~standard']).toMatchObject({ version: 1, vendor: 'vehicle-lookup' });
});

describe.each(names)('the schema of %s', (name) => {
  const bodies = examples.filter(({ operation, status }) => operation === name && status === '200');

  test('accepts the examples of the document unchanged', () => {
    expect(bodies.length).toBeGreaterThan(0);
    for (const { body } of bodies) expect(schemas[name]['~standard'].validate(body)).toEqual({ value: body });
  });

  test.each([null, 7, 'text', {}, { success: true, data: 7 }])('rejects %j with issues', (body) => {
    const { issues } = schemas[name]['~standard'].validate(body);
    expect(issues?.length).toBeGreaterThan(0);
  });
});

test('an issue has a message and a path, and does not repeat the body', () => {
  const body = {
    success: true,
    timestamp: '2026-01-01T00:00:00+00:00',
    api_version: '2.0',
    data: [{ 'a/b~c': 'CANARY' }],
  };
  const { issues = [] } = schemas.getFluids['~standard'].validate(body);
  expect(issues[0]).toEqual({
    message: '/data/0/ItemMPText: expected a value, got nothing',
    path: ['data', 0, 'ItemMPText'],
  });
  expect(JSON.stringify(issues)).not.toContain('CANARY');
});

test('the output type of a schema is the response type of its operation', () => {
  const result = schemas.listBrands['~standard'].validate([]);
  if (result.issues === undefined)
    expectTypeOf(result.value).toEqualTypeOf<
      operations['listBrands']['responses'][200]['content']['application/json']
    >();
});
