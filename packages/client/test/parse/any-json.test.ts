import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VehicleLookupError } from '../../src/index.ts';
import * as parsed from '../../src/parse/parse.ts';

const runs = process.env.DEEP ? 20_000 : 500;

describe('with any JSON', () => {
  const names = ['carId', 'make', 'year', 'powerHpTo', 'ValueText', 'ADQuantityTextStr', 'hours', 'typeYears', 'From'];
  names.push('EngineDetails', 'EngineAttributes', 'parts', 'data', 'name', 'slug', 'success', 'kiloWatts', 'Until');
  const scalar = fc.oneof(
    fc.constantFrom('', ' ', '1,6', '10.2008 - ', '2008-10', '500 - 550', 'VW 507 00', null, true),
    fc.integer(),
    fc.double(),
    fc.string(),
  );
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      scalar,
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('json'), { maxKeys: 12 }),
    ),
  }));
  const functions = Object.entries(parsed) as [string, (body: unknown) => { data: unknown; issues: parsed.Issue[] }][];

  /** Returns every scalar with its JSON pointer. */
  const leaves = (value: unknown, path = ''): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}/${name}`))
      : [[path, value]];

  test.each(functions)(
    '%s returns parsed data or throws invalid_response, and does not change its argument',
    (_, make) => {
      fc.assert(
        fc.property(json, (body) => {
          const before = structuredClone(body);
          try {
            for (const [, value] of leaves(make(body).data)) {
              if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
              else expect(value).toSatisfy((text) => typeof text === 'string' && text.trim() !== '');
            }
          } catch (error) {
            if (!(error instanceof VehicleLookupError)) throw error;
            expect(error.code).toBe('invalid_response');
          }
          expect(body).toEqual(before);
        }),
        { numRuns: runs },
      );
    },
  );

  test('each value of a vehicle is either kept, reported as an issue, or empty', () => {
    const member = fc.dictionary(fc.constantFrom(...Object.keys(vehicleMembers)), scalar);
    fc.assert(
      fc.property(member, (members) => {
        const { data, issues } = parsed.parseVehicle({ success: true, data: { carId: 1, ...members } });
        for (const [name, value] of Object.entries(members)) {
          const kept = new Map(Object.entries(data)).get(name);
          if (typeof value === 'number' && Number.isFinite(value) && kept !== undefined)
            expect(Number(kept)).toBe(value + 0);
          const isEmpty = value === null || String(value).trim() === '';
          const isIssue = issues.some(({ path }) => path === `/data/${name}`);
          expect([kept !== undefined, isIssue, isEmpty].filter(Boolean)).toHaveLength(1);
        }
      }),
      { numRuns: runs },
    );
  });
});

const vehicleMembers = {
  make: '',
  year: '',
  yearEnd: '',
  powerHpTo: '',
  cubicCapacityLiters: '',
  valves: '',
  tonnage: '',
};
