import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationEntry, operationTable, type ParameterRule, resolveOperation } from '../src/index.ts';

const runs = process.env.DEEP ? 20_000 : 200;

const word = fc.oneof(
  fc.constantFrom(...operationTable.credentials, ...operationTable.operations.flatMap((o) => Object.keys(o.selectors))),
  fc.constantFrom(...operationTable.operations.flatMap((o) => Object.keys(o.parameters))),
  fc.string({ unit: 'grapheme' }),
);
const value = fc.oneof(fc.constantFrom('', '0', '1', '5', 'WVWZZZ1KZAW000001'), fc.string({ unit: 'grapheme' }));

/** Generates values that a parameter allows. */
const allowed = ({ type, minimum = 0, maximum = 999, pattern, minLength = 0 }: ParameterRule): fc.Arbitrary<string> => {
  if (type === 'integer') return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }).map(String);
  return pattern ? fc.stringMatching(new RegExp(pattern)) : fc.string({ minLength: minLength + 1 });
};

const validQuery = (entry: OperationEntry): fc.Arbitrary<[string, string][]> => {
  const names = Object.keys(entry.parameters);
  return fc.tuple(...names.map((name) => allowed(entry.parameters[name] as ParameterRule))).chain((values) => {
    const parameters = names.map((name, index): [string, string] => [name, values[index] as string]);
    const credentials = operationTable.credentials.map((name): [string, string] => [name, 'canary']);
    const pairs = [...credentials, ...Object.entries(entry.selectors), ...parameters];
    return fc.shuffledSubarray(pairs, { minLength: pairs.length });
  });
};
const anyValidQuery = fc
  .constantFrom(...operationTable.operations)
  .chain((entry) => validQuery(entry).map((pairs) => ({ entry, pairs })));

test('the resolver never throws for any list of parameters', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, value)), (pairs) => {
      expect(resolveOperation(pairs)).toHaveProperty('ok');
    }),
    { numRuns: runs },
  );
});

test('the resolver never throws for any string', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(resolveOperation(text)).toHaveProperty('ok');
    }),
    { numRuns: runs },
  );
});

test('a query with the valid parameters, in any order, selects the operation', () => {
  fc.assert(
    fc.property(anyValidQuery, ({ entry, pairs }) => {
      expect(resolveOperation(pairs)).toMatchObject({ ok: true, operation: entry.id });
    }),
    { numRuns: runs },
  );
});

test('an additional parameter causes an error unless it selects another operation', () => {
  fc.assert(
    fc.property(anyValidQuery, word, value, ({ entry, pairs }, name, more) => {
      const resolution = resolveOperation([...pairs, [name, more]]);
      if (!resolution.ok) return;
      const chosen = operationTable.operations.find(({ id }) => id === resolution.operation);
      expect(chosen?.selectors).toEqual({ ...entry.selectors, [name]: more });
    }),
    { numRuns: runs },
  );
});

test('a missing parameter causes an error unless it is a selector', () => {
  fc.assert(
    fc.property(anyValidQuery, fc.nat(), ({ entry, pairs }, at) => {
      const dropped = pairs[at % pairs.length]?.[0] ?? '';
      const resolution = resolveOperation(pairs.filter(([name]) => name !== dropped));
      if (resolution.ok) expect(Object.keys(entry.selectors)).toContain(dropped);
    }),
    { numRuns: runs },
  );
});

test('query errors do not repeat names or values from the query', () => {
  const canary = 'cAnArY7f3e';
  fc.assert(
    fc.property(fc.array(fc.tuple(word, value)), fc.nat(), fc.boolean(), (pairs, at, asName) => {
      const spiked = [...pairs];
      spiked.splice(at % (pairs.length + 1), 0, asName ? [canary, '1'] : [documentedName(at), canary]);
      expect(JSON.stringify(resolveOperation(spiked).ok || resolveOperation(spiked))).not.toContain(canary);
    }),
    { numRuns: runs },
  );
});

const documentedName = (at: number): string => {
  const names = [...operationTable.credentials, ...operationTable.operations.flatMap((o) => Object.keys(o.parameters))];
  return names[at % names.length] ?? '';
};
