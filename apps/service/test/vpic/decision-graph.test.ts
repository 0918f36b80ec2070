import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecisionNode, decide, GraphTooLargeError, type PatternRule } from '../../src/vpic/decision-graph.ts';
import { readKeys } from '../../src/vpic/keys.ts';

function rule(element: number, value: string, keys: string): PatternRule {
  const allowed = readKeys(keys) ?? [];
  return { element, value, allowed, last: allowed.findLastIndex((characters) => characters !== undefined) };
}

/** Yields all paths as the fixed characters by position and the resulting values. */
function* paths(
  node: DecisionNode,
  fixed: [number, string][] = [],
): Generator<[Map<number, string>, Map<number, string>]> {
  if ('rules' in node) {
    yield [new Map(fixed), new Map(node.rules.map(({ element, value }) => [element, value]))];
    return;
  }
  for (const [characters, next] of node.branches) {
    for (const character of characters) {
      yield* paths(next, character === '.' ? fixed : [...fixed, [node.position, character]]);
    }
  }
}

const matches = (allowed: Iterable<[number, string | undefined]>, vin: string): boolean =>
  [...allowed].every(([position, characters]) => characters === undefined || characters.includes(vin.charAt(position)));

/** Returns the value of the first matching rule for each element. */
function decided(rules: readonly PatternRule[], vin: string): Map<number, string> {
  const values = new Map<number, string>();
  for (const { element, value, allowed } of rules) {
    if (!values.has(element) && matches(allowed.entries(), vin)) values.set(element, value);
  }
  return values;
}

const unit = fc.constantFrom('A', 'B', '[AB]', '[B-D]', '*', '*');
const keys = fc.array(unit, { minLength: 1, maxLength: 4 }).map((units) => units.join(''));
const rules = fc.array(
  fc
    .tuple(fc.constantFrom(28, 5, 24), fc.constantFrom('1', '2'), keys)
    .map(([element, value, keys]) => rule(element, value, keys)),
  { minLength: 1, maxLength: 12 },
);
const vin = fc
  .array(fc.constantFrom(...'ABCDE'), { minLength: 4, maxLength: 4 })
  .map((characters) => `WVW${characters.join('')}`);

test('a VIN has at most one path, whose values match the rules', () => {
  fc.assert(
    fc.property(rules, vin, (rules, vin) => {
      const wanted = { element: 28, value: '1' };
      const root = decide(rules, wanted);
      const found = root ? [...paths(root)].filter(([fixed]) => matches(fixed, vin)) : [];
      expect(found.length).toBeLessThanOrEqual(1);
      for (const [, values] of found) expect(values).toEqual(decided(rules, vin));
    }),
    { numRuns: 500 },
  );
});

test('if rules name every character, a VIN has a path if and only if it has the requested value', () => {
  const named = [...'ABCDE'].flatMap((character) =>
    [3, 4, 5, 6].map((at) => rule(100 + at, character, `${'*'.repeat(at - 3)}${character}`)),
  );
  fc.assert(
    fc.property(rules, vin, (rules, vin) => {
      const all = [...rules, ...named];
      const root = decide(all, { element: 28, value: '1' });
      const found = root ? [...paths(root)].filter(([fixed]) => matches(fixed, vin)) : [];
      expect(found.length).toBe(decided(all, vin).get(28) === '1' ? 1 : 0);
    }),
    { numRuns: 100 },
  );
});

test('with `otherCharacters`, every VIN with the requested value has a path', () => {
  fc.assert(
    fc.property(rules, vin, (rules, vin) => {
      const models = rules.filter(({ element }) => element === 28);
      const root = decide(models, { element: 28, value: '1' }, { otherCharacters: true });
      if (decided(models, vin).get(28) !== '1') return;
      expect(root && [...paths(root)].some(([fixed]) => matches(fixed, vin))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a graph that exceeds the limits is rejected', () => {
  const many = [...'ABCDEFGH'].flatMap((a) => [rule(5, a, `${a}`), rule(24, a, `*${a}`), rule(28, '1', '*')]);
  const wanted = { element: 28, value: '1' };
  expect(decide(many, wanted)?.paths).toBe(64);
  expect(() => decide(many, wanted, { limits: { paths: 60, decisions: 100 } })).toThrow(GraphTooLargeError);
  expect(() => decide(many, wanted, { limits: { paths: 100, decisions: 60 } })).toThrow(GraphTooLargeError);
});
