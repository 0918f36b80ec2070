import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Containment } from '../src/containment/containment.ts';
import { compare, highest, load, rules } from '../src/index.ts';
import { TODAY } from './support/fragments.ts';
import { narrowed, type Pair, rewritten, type Schema, value } from './support/random-schemas.ts';

// The values of each pair are sent by one operation and read by another. Ajv decides which values are valid. One run rates all pairs.
const runs = process.env.DEEP ? 2000 : 100;
const seed = Number(process.env.SEED ?? 25);
const values = fc.sample(value, { numRuns: 300, seed });

const ajv = new Ajv2020({ strict: false });
const validator = (schema: Schema, components: Record<string, Schema>): ValidateFunction =>
  ajv.compile({ ...schema, components: { schemas: components } });

/** Returns whether a schema without references accepts no value. */
function isEmpty(schema: Schema): boolean {
  const source = { resolve: () => undefined };
  return new Containment().within({ schema, source }, { schema: false, source }).is === 'within';
}

/** Returns the sample values that the first schema accepts and the second schema rejects. */
function lost(pair: Pair, [one, other]: ['before', 'after'] | ['after', 'before']): unknown[] {
  const [is, isOther] = [validator(pair[one], pair.components), validator(pair[other], pair.components)];
  return values.filter((sample) => is(sample) && !isOther(sample));
}

/** Returns the ratings of each pair, as schemas of sent values and of read values. */
async function ratings(pairs: readonly Pair[]): Promise<{ sent: string; read: string }[]> {
  const directory = temporaryDirectory();
  const documents = (['before', 'after'] as const).map((side) => {
    const paths = pairs.flatMap(({ [side]: schema }, index) => {
      const body = { content: { 'application/json': { schema } } };
      const response = { 200: { description: 'Found.' } };
      return [
        [`/sent/${index}`, { post: { operationId: `sent ${index}`, requestBody: body, responses: response } }],
        [
          `/read/${index}`,
          { get: { operationId: `read ${index}`, responses: { 200: { description: 'Found.', ...body } } } },
        ],
      ];
    });
    const schemas = side === 'before' ? {} : Object.assign({}, ...pairs.map(({ components }) => components));
    const file = join(directory, `${side}.json`);
    const info = { title: 'Random', version: '1.0.0' };
    writeFileSync(
      file,
      JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths), components: { schemas } }),
    );
    return load(file);
  });
  const [base, revision] = documents;
  const changes = base && revision ? await compare(base, revision, rules, TODAY) : [];
  const rating = (name: string) =>
    highest(changes.filter(({ operations }) => operations.includes(name)).map(({ impact }) => impact)) ?? 'none';
  return pairs.map((_, index) => ({ sent: rating(`sent ${index}`), read: rating(`read ${index}`) }));
}

const shown = ({ before, after, components }: Pair, rating: object, sample?: unknown) =>
  JSON.stringify({ before, after, components, rating, sample });

test('a different notation for the same values is rated patch at most', async () => {
  const pairs = fc.sample(rewritten, { numRuns: runs, seed });
  const unlike = pairs.flatMap((pair) => {
    const samples = [...lost(pair, ['before', 'after']), ...lost(pair, ['after', 'before'])];
    return samples.length > 0 ? [shown(pair, {}, samples[0])] : [];
  });
  expect(unlike).toEqual([]);
  const found = await ratings(pairs);
  const wrong = pairs.flatMap((pair, index) => {
    const { sent = '', read = '' } = found[index] ?? {};
    return [sent, read].every((one) => ['none', 'patch'].includes(one)) ? [] : [shown(pair, { sent, read })];
  });
  expect(wrong).toEqual([]);
});

test('fewer values in a response and more values in a request are compatible, and the opposite is breaking', async () => {
  // Empty schemas are excluded, because the gate reports them: every other schema would be wider.
  const pairs = fc.sample(narrowed, { numRuns: runs, seed }).filter(({ after }) => !isEmpty(after));
  expect(pairs.filter((pair) => lost(pair, ['after', 'before']).length > 0)).toEqual([]);
  const opposite = pairs.map(({ before, after, components }) => ({ before: after, after: before, components }));
  const [fewer, more] = [await ratings(pairs), await ratings(opposite)];
  const wrong = pairs.flatMap((pair, index) => {
    const [less, wider] = [fewer[index], more[index]];
    const [sample] = lost(pair, ['before', 'after']);
    const isSafe = less?.read !== 'major' && wider?.sent !== 'major';
    const isSeen = sample === undefined || (less?.sent === 'major' && wider?.read === 'major');
    return isSafe && isSeen ? [] : [shown(pair, { less, wider }, sample)];
  });
  expect(wrong).toEqual([]);
});
