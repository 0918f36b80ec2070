import { expect, test } from 'vitest';
import { inline, type Place } from '../../src/openapi/inline.ts';

const files: Record<string, unknown> = {
  root: { a: { $ref: 'one' }, again: { $ref: 'one' }, noted: { $ref: 'one', note: 'here' } },
  one: { title: 'one', next: { $ref: 'one', note: 'again' }, two: { $ref: 'two' } },
  two: { $ref: 'three' },
  three: ['x'],
  circle: { $ref: 'circle' },
};
const at = (name: string): Place<string> => ({ node: files[name], from: name });
const resolved = (name: string) => inline(at(name), (ref) => (ref in files ? at(ref) : undefined));

test('two references to the same target return the same object', () => {
  const { a, again } = resolved('root') as { a: unknown; again: unknown };
  expect(a).toBe(again);
});

test('sibling keywords of a reference are merged with its target', () => {
  expect(resolved('root')).toMatchObject({ noted: { title: 'one', note: 'here', two: ['x'] } });
});

test('a recursive document becomes a cycle of objects', () => {
  const one = resolved('one') as { next: { title: string; note: string; next: unknown } };
  expect(one.next).toMatchObject({ title: 'one', note: 'again' });
  expect(one.next.next).toBe(one.next);
});

test('a reference without a target and a reference to itself become empty objects', () => {
  expect(inline({ node: { a: { $ref: 'gone' } }, from: '' }, () => undefined)).toEqual({ a: {} });
  expect(resolved('circle')).toEqual({});
});
