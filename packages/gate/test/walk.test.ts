import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { Containment } from '../src/containment/containment.ts';
import { SchemaReader } from '../src/containment/dialect.ts';
import { ALWAYS, NEVER } from '../src/containment/numbers.ts';
import type { JsonSchema } from '../src/containment/schema.ts';
import { compare, load, rules } from '../src/index.ts';
import { Random, type RandomPair } from './containment/random-pairs.ts';
import { TODAY } from './support/fragments.ts';

/*
 * The walk splits schemas to report the innermost differences. All its findings together must agree with the comparator's verdict on the
 * whole schemas: no breaking change may be lost or invented.
 */
const count = process.env.DEEP ? 3000 : 150;
const random = new Random(Number(process.env.SEED ?? 3));

/** Returns a pair whose components are not references, because a component cannot be a reference to itself. */
function nextPair(): RandomPair {
  for (;;) {
    const pair = random.pair();
    if (!Object.values(pair.definitions).some((one) => typeof one === 'object' && '$ref' in one)) return pair;
  }
}

const pairs = Array.from({ length: count }, nextPair);
const directions = ['sent', 'read'] as const;

/** Returns the document of one side. The values of each schema are sent and read by two operations, with separate components. */
function documentOf(side: 0 | 1): object {
  const [paths, schemas]: [Record<string, object>, Record<string, unknown>] = [{}, {}];
  for (const [index, pair] of pairs.entries()) {
    for (const direction of directions) {
      const own = (schema: JsonSchema): unknown =>
        JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', `#/components/schemas/${direction}${index}`));
      for (const [name, schema] of Object.entries(pair.definitions))
        schemas[`${direction}${index}${name}`] = own(schema);
      const body = { content: { 'application/json': { schema: own(pair.schemas[side]) } } };
      const responses = { 200: { description: 'Found.', ...(direction === 'read' ? body : {}) } };
      const request = direction === 'sent' ? { requestBody: body } : {};
      paths[`/${direction}/${index}`] = { post: { operationId: `${direction} ${index}`, ...request, responses } };
    }
  }
  return { openapi: '3.1.0', info: { title: 'Random', version: '1.0.0' }, paths, components: { schemas } };
}

/** Returns whether the comparator finds a value or gives up, or the schema accepts no value. */
function isHarmful({ schemas, definitions }: RandomPair, direction: 'sent' | 'read'): boolean {
  const source = new SchemaReader((reference) => definitions[reference.split('/').at(-1) ?? ''], '2020-12');
  const [inner, outer] = direction === 'sent' ? schemas : [schemas[1], schemas[0]];
  const containment = new Containment({ isClosed: true });
  const [a, b] = [
    { schema: source.read(inner), source },
    { schema: source.read(outer), source },
  ];
  const [own, other] = [containment.numbers.of(a), containment.numbers.of(b)];
  const isEqual = own === other || other === ALWAYS || other === NEVER;
  return containment.within(a, b).is !== 'within' || (!isEqual && containment.acceptsNothing(a));
}

test(`the findings on ${2 * count} random schemas agree with the comparison of the whole schemas`, async () => {
  const directory = temporaryDirectory();
  const [base, revision] = ([0, 1] as const).map((side) => {
    const file = join(directory, `${side}.json`);
    writeFileSync(file, JSON.stringify(documentOf(side)));
    return load(file);
  });
  const changes = base && revision ? await compare(base, revision, rules, TODAY) : [];
  const breaks = changes.filter(({ impact }) => impact === 'major');
  const wrong = pairs.flatMap((pair, index) =>
    directions.flatMap((direction) => {
      const codes = breaks
        .filter(({ operations }) => operations.includes(`${direction} ${index}`))
        .map(({ code }) => code)
        // Removing a field from a response is breaking, even if every value is still accepted.
        .filter((code) => direction === 'sent' || code !== 'property-removed' || isHarmful(pair, direction));
      return codes.length > 0 === isHarmful(pair, direction) ? [] : [JSON.stringify({ direction, codes, ...pair })];
    }),
  );
  expect(wrong).toEqual([]);
});
