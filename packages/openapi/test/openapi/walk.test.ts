import { expect, test } from 'vitest';
import { walk } from '../../src/openapi/walk.ts';

const places = (document: unknown) => [...walk(document)].map(({ at }) => at.join('.'));

test('data of the described API is not visited', () => {
  const schema = { default: { a: {} }, const: { a: {} }, enum: [{}], examples: [{}], items: {} };
  expect(places({ schema })).toEqual(['', 'schema', 'schema.items']);
  expect(places({ examples: { one: { value: {} } }, example: {} })).toEqual(['', 'examples', 'examples.one']);
});

test('a property with the name of a keyword is visited', () => {
  expect(places({ properties: { value: {}, properties: { enum: [] } } })).toEqual([
    '',
    'properties',
    'properties.value',
    'properties.properties',
  ]);
});

test('objects whose keys are names have the flag `named`', () => {
  const named = [...walk({ components: { schemas: { A: { properties: {} } } } })].filter((visited) => visited.named);
  expect(named.map(({ at }) => at.join('.'))).toEqual(['components.schemas', 'components.schemas.A.properties']);
});

test('a node with two references is visited once, so that a cycle ends', () => {
  const circle: Record<string, unknown> = {};
  circle.items = circle;
  expect(places({ a: circle, b: circle })).toEqual(['', 'a']);
});
