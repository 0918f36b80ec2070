import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { type Change, compare, load, rules } from '../src/index.ts';
import { documentOf, type Fragment } from '../src/report/examples.ts';

// Whoever accepts one break does not accept the next one: a second break at the same place has another fingerprint.
const directory = temporaryDirectory();
let count = 0;

function loaded(fragment: Fragment) {
  const file = join(directory, `${count++}.json`);
  writeFileSync(file, JSON.stringify(documentOf(fragment)));
  return load(file);
}

async function breaks(base: Fragment, revision: Fragment): Promise<Change[]> {
  const changes = await compare(loaded(base), loaded(revision), rules);
  return changes.filter(({ impact }) => impact === 'major');
}

const text = { type: 'string' };
const object = (more: object) => ({ type: 'object', properties: { a: text, b: text }, ...more });

test.each<[string, Fragment, Fragment, Fragment]>([
  [
    'another value of an enumeration',
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
    'another form of a choice',
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
    'another alternative of credentials',
    { security: [{ a: [] }] },
    { security: [{ a: [], b: [] }] },
    { security: [{ a: [], b: [], c: [] }] },
  ],
  [
    'another address',
    { servers: [{ url: '/a' }, { url: '/b' }] },
    { servers: [{ url: '/b' }] },
    { servers: [{ url: '/c' }] },
  ],
])('%s is another break', async (_, base, first, second) => {
  const [accepted, next] = [await breaks(base, first), await breaks(base, second)];
  const known = new Set(accepted.map(({ fingerprint }) => fingerprint));
  expect(accepted).not.toEqual([]);
  expect(next.filter(({ fingerprint }) => !known.has(fingerprint))).not.toEqual([]);
});

test('a harmless change leaves the fingerprint of a break as it is', async () => {
  const base = { sent: { enum: ['a', 'b'] } };
  const [one] = await breaks(base, { sent: { enum: ['a'] } });
  const [other] = await breaks(base, { sent: { enum: ['a', 'c'], description: 'A letter.' } });
  expect(other?.fingerprint).toBe(one?.fingerprint);
});
