import { expect, test } from 'vitest';
import type { Change } from '../src/index.ts';
import { changesBetween, type Fragment } from './support/fragments.ts';

// An acknowledgement must not accept a later change: a second breaking change at the same location has a different fingerprint.
async function breaks(base: Fragment, revision: Fragment): Promise<Change[]> {
  const changes = await changesBetween(base, revision);
  return changes.filter(({ impact }) => impact === 'major');
}

const text = { type: 'string' };
const vin = { ...text, minLength: 17, maxLength: 17 };
const without = (schema: object, keyword: string) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
/** Returns a fragment with a choice of references and their targets. */
const pets = (forms: readonly string[], name: object, more: object = {}): Fragment => ({
  read: { anyOf: forms.map((form) => ({ $ref: `#/components/schemas/${form}` })), ...more },
  components: {
    schemas: {
      Cat: object({ title: 'Cat', required: ['a'] }),
      Bird: text,
      Dog: object({ title: 'Dog', properties: { name } }),
    },
  },
});
/** Returns a fragment with an ambiguous dynamic reference. */
const undecided = (schema: object): Fragment => ({
  sent: { $dynamicRef: '#value' },
  components: { schemas: { A: { $dynamicAnchor: 'value', ...schema }, B: { $dynamicAnchor: 'value' } } },
});
const object = (more: object) => ({ type: 'object', properties: { a: text, b: text }, ...more });

test.each<[string, Fragment, Fragment, Fragment]>([
  [
    'another removed enumeration value',
    { sent: { enum: ['a', 'b', 'c'] } },
    { sent: { enum: ['a', 'b'] } },
    { sent: { enum: ['a'] } },
  ],
  [
    'another required field',
    { sent: object({}) },
    { sent: object({ required: ['a'] }) },
    { sent: object({ required: ['a', 'b'] }) },
  ],
  [
    'a narrower range',
    { sent: { type: 'integer' } },
    { sent: { type: 'integer', maximum: 9 } },
    { sent: { type: 'integer', maximum: 8 } },
  ],
  [
    'another keyword',
    { sent: text },
    { sent: { ...text, maxLength: 9 } },
    { sent: { ...text, maxLength: 9, pattern: '^a' } },
  ],
  [
    'another `not`',
    { sent: text },
    { sent: { ...text, not: { const: 'a' } } },
    { sent: { ...text, not: { enum: ['a', 'b'] } } },
  ],
  [
    'another condition',
    { sent: object({}) },
    { sent: object({ dependentRequired: { a: ['b'] } }) },
    { sent: object({ dependentRequired: { a: ['b'], b: ['a'] } }) },
  ],
  [
    'another variant of a choice',
    { read: { anyOf: [text, { type: 'null' }] } },
    { read: { anyOf: [text, { type: 'null' }, { type: 'array' }] } },
    { read: { anyOf: [text, { type: 'null' }, { type: 'array' }, { type: 'boolean' }] } },
  ],
  [
    'another field',
    { read: object({}) },
    { read: object({ properties: { a: text } }) },
    { read: object({ properties: {} }) },
  ],
  [
    'another type',
    { read: text },
    { read: { type: ['string', 'null'] } },
    { read: { type: ['string', 'null', 'integer'] } },
  ],
  [
    'another required credential',
    { security: [{ a: [] }] },
    { security: [{ a: [], b: [] }] },
    { security: [{ a: [], b: [], c: [] }] },
  ],
  [
    'another server URL',
    { servers: [{ url: '/a' }, { url: '/b' }] },
    { servers: [{ url: '/b' }] },
    { servers: [{ url: '/c' }] },
  ],
  [
    'another keyword with the same value',
    { read: vin },
    { read: without(vin, 'minLength') },
    { read: without(vin, 'maxLength') },
  ],
  [
    'another element limit with the same value',
    { read: { type: 'array', minItems: 2, maxItems: 2 } },
    { read: { type: 'array', minItems: 2 } },
    { read: { type: 'array', maxItems: 2 } },
  ],
  [
    'another schema that a variant refers to',
    pets(['Cat', 'Bird'], text),
    pets(['Cat', 'Bird', 'Dog'], text),
    pets(['Cat', 'Bird', 'Dog'], { type: 'integer' }),
  ],
  [
    'another schema that an undecidable schema refers to',
    undecided(text),
    undecided({ ...text, maxLength: 3 }),
    undecided({ ...text, maxLength: 2 }),
  ],
])('%s is a separate breaking change', async (_, base, first, second) => {
  const [accepted, next] = [await breaks(base, first), await breaks(base, second)];
  const known = new Set(accepted.map(({ fingerprint }) => fingerprint));
  expect(accepted).not.toEqual([]);
  expect(next.filter(({ fingerprint }) => !known.has(fingerprint))).not.toEqual([]);
});

test('a harmless change does not affect the fingerprint of a breaking change', async () => {
  const base = { sent: { enum: ['a', 'b'] } };
  const [one] = await breaks(base, { sent: { enum: ['a'] } });
  const [other] = await breaks(base, { sent: { enum: ['a', 'c'], description: 'A letter.' } });
  expect(other?.fingerprint).toBe(one?.fingerprint);
});

test('two removed keywords with the same value are two breaking changes', async () => {
  const found = await breaks({ read: vin }, { read: text });
  expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test('a description behind a reference does not affect the fingerprint of a variant', async () => {
  const [one] = await breaks(pets(['Cat', 'Bird'], text), pets(['Cat', 'Bird', 'Dog'], text));
  const [other] = await breaks(
    pets(['Cat', 'Bird'], text),
    pets(['Cat', 'Bird', 'Dog'], { ...text, description: 'A name.' }),
  );
  expect(other?.fingerprint).toBe(one?.fingerprint);
});
