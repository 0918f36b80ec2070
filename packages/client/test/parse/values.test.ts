import { describe, expect, test } from 'vitest';
import * as parsed from '../../src/parse/parse.ts';
import { parseEngines, parseFluids, parseRepairTimes, parseVariants, parseVehicle } from '../../src/parse/parse.ts';
import { wrong } from '../support/untyped.ts';

const vehicle = (members: object) => parseVehicle({ success: true, data: { carId: 1, ...members } });
const fluid = (ValueText: unknown, ADQuantityTextStr: unknown = '') => parseFluids([{ ValueText, ADQuantityTextStr }]);
const years = (typeYears: unknown) => parseVariants([{ typeName: 'a', fullTitle: 'b', typeYears }]);
const hours = (value: unknown) => parseRepairTimes([{ workname: 'a', partname: 'b', hours: value }]);

describe('a number', () => {
  test.each([
    [103, 103],
    ['103', 103],
    [' 103 ', 103],
    ['1,6', 1.6],
    ['1.6', 1.6],
    ['-40', -40],
    ['0', 0],
    [0, 0],
    [1.5e300, 1.5e300],
    ['0,375', 0.375],
    ['1234.567', 1234.567],
    ['9007199254740', 9_007_199_254_740],
    [1e-7, 1e-7],
  ])('%j is parsed as %d', (wire, number) => {
    expect(vehicle({ powerHpTo: wire })).toMatchObject({ data: { powerHpTo: number }, issues: [] });
  });

  test.each(['', '  ', null, undefined])('%j is absent without an issue', (wire) => {
    expect(vehicle({ powerHpTo: wire })).toEqual({ data: { carId: 1 }, issues: [] });
  });

  test.each([
    'about 100',
    '1.234,5',
    // These are ambiguous: a thousand or a fraction.
    '1.000',
    '1,234',
    '12.500',
    '-1.000',
    // These lose digits.
    '12345678901234567890',
    '0.12345678901234567',
    JSON.parse('12345678901234567890'),
    '1,',
    ',5',
    '0x10',
    '100-120',
    '--1',
    '9'.repeat(400),
    true,
    [],
    {},
    [5],
    Number.NaN,
  ])('%j is absent and reported as an issue', (wire) => {
    const issue = { path: '/data/powerHpTo', expected: 'a number', got: wire };
    expect(vehicle({ powerHpTo: wire })).toEqual({ data: { carId: 1 }, issues: [issue] });
  });
});

test('a year and hours are numbers', () => {
  expect(vehicle({ year: '2008', yearEnd: '' }).data).toEqual({ carId: 1, year: 2008 });
  expect(hours('1,6').data).toEqual([{ workname: 'a', partname: 'b', hours: 1.6 }]);
  expect(hours('n/a')).toMatchObject({ data: [{ workname: 'a' }], issues: [{ path: '/0/hours', got: 'n/a' }] });
});

describe('a string', () => {
  test('is trimmed, and absent if it is blank', () => {
    expect(vehicle({ make: ' VW ', model: ' ', fuel: '' }).data).toEqual({ carId: 1, make: 'VW' });
  });

  test('may be a number on the wire', () => {
    expect(vehicle({ tonnage: 3.5 }).data).toEqual({ carId: 1, tonnage: '3.5' });
  });

  test('that is an object is absent and reported as an issue', () => {
    expect(vehicle({ make: { name: 'VW' } }).issues).toEqual([
      { path: '/data/make', expected: 'a text', got: { name: 'VW' } },
    ]);
  });

  test('that is not in the document is kept', () => {
    expect(vehicle({ colour: 'red' }).data).toEqual({ carId: 1, colour: 'red' });
  });
});

describe('a period', () => {
  test.each([
    ['10.2008 - 11.2012', { from: '2008-10', to: '2012-11' }],
    ['10.2008-11.2012', { from: '2008-10', to: '2012-11' }],
    ['10.2008 - ', { from: '2008-10' }],
    ['10.2008 -', { from: '2008-10' }],
    ['10.2008 – 11.2012', { from: '2008-10', to: '2012-11' }],
    ['10.2008 — 10.2008', { from: '2008-10', to: '2008-10' }],
    [' - 11.2012', { to: '2012-11' }],
  ])('%j is parsed', (text, period) => {
    expect(years(text)).toMatchObject({ data: [{ typeYears: period }], issues: [] });
  });

  test.each([
    '10.2008',
    '-',
    '13.2008 - 11.2012',
    '2008 - 2012',
    '10.2008 - today',
    '11.2012 - 10.2008',
    '10.2008 - 11.2012 - 12.2013',
  ])('%j is absent and reported as an issue', (text) => {
    const { data, issues } = years(text);
    expect(data).toEqual([{ typeName: 'a', fullTitle: 'b' }]);
    expect(issues).toEqual([{ path: '/0/typeYears', expected: 'MM.YYYY - MM.YYYY', got: text }]);
  });
});

test('a month is YYYY-MM or reported as an issue', () => {
  const details = { EngineCode: 'a', EngineFullDescription: 'b', EngineAttributes: [] };
  const engine = { Brand: 'a', Model: 'b', Description: 'c', kiloWatts: '103', EngineDetails: details };
  const { data, issues } = parseEngines([{ ...engine, From: '2008-10', Until: '2012-13' }]);
  expect(data).toEqual([{ ...engine, kiloWatts: 103, From: '2008-10' }]);
  expect(issues).toEqual([{ path: '/0/Until', expected: 'YYYY-MM', got: '2012-13' }]);
});

describe('the value of a fluid', () => {
  test.each([
    ['4,3', 'l', { text: '4,3', unit: 'l', min: 4.3, max: 4.3 }],
    ['500 - 550', 'ml', { text: '500 - 550', unit: 'ml', min: 500, max: 550 }],
    ['500 – 550', 'ml', { text: '500 – 550', unit: 'ml', min: 500, max: 550 }],
    ['500-550', 'ml', { text: '500-550', unit: 'ml', min: 500, max: 550 }],
    ['-36', '°C', { text: '-36', unit: '°C', min: -36, max: -36 }],
    ['VW 507 00', '', { text: 'VW 507 00' }],
    ['507', '', { text: '507' }],
    ['5 - 30', undefined, { text: '5 - 30' }],
  ])('%j with the unit %j is parsed', (text, unit, value) => {
    expect(fluid(text, unit)).toMatchObject({ data: [{ ValueText: value }], issues: [] });
    expect(fluid(text, unit).data[0]?.ValueText).toEqual(value);
  });

  test.each(['about 4', '550 - 500', '4 - 5 - 6'])(
    '%j with a unit stays a string and is reported as an issue',
    (text) => {
      expect(fluid(text, 'l')).toEqual({
        data: [{ ValueText: { text, unit: 'l' }, ADQuantityTextStr: 'l' }],
        issues: [{ path: '/0/ValueText', expected: 'a number or a range', got: text }],
      });
    },
  );

  test('stays a string if its unit is invalid, which is reported as a separate issue', () => {
    expect(fluid('4,3', wrong({ of: 'l' }))).toEqual({
      data: [{ ValueText: { text: '4,3' } }],
      issues: [{ path: '/0/ADQuantityTextStr', expected: 'a text', got: { of: 'l' } }],
    });
  });

  test('is absent if the string is empty, and the unit is kept', () => {
    expect(fluid('', 'l').data).toEqual([{ ADQuantityTextStr: 'l' }]);
  });
});

describe('an envelope', () => {
  const record = { ItemMPText: 'Oil', ValueText: 'A' };
  const data = [{ ItemMPText: 'Oil', ValueText: { text: 'A' } }];
  test.each([
    ['full', { success: true, timestamp: '2025-07-02T22:37:25+00:00', api_version: '2.0', data: [record] }],
    ['simplified', { success: true, data: [record] }],
    ['bare', [record]],
  ])('%s contains the payload', (_, body) => {
    expect(parseFluids(body).data).toEqual(data);
  });

  test('adds its strings', () => {
    const body = { data: [], timestamp: '2025-07-02T22:37:25+00:00', api_version: '2.0' };
    expect(parseFluids(body)).toMatchObject({ timestamp: body.timestamp, apiVersion: '2.0' });
    expect(parseFluids({ data: [], timestamp: '', api_version: 2 })).toEqual({ data: [], issues: [] });
  });
});

describe('an invalid record', () => {
  test('is reported as an issue, and the rest of the list is kept', () => {
    const brands = [
      { name: 'VW', slug: 'vw' },
      { name: 'Audi', slug: '' },
      { name: 'BMW', slug: 'bmw' },
    ];
    expect(parsed.parseCatalogueEntries({ data: brands })).toEqual({
      data: [brands[0], brands[2]],
      issues: [{ path: '/data/1/slug', expected: 'a valid value', got: '' }],
    });
  });

  test('may be an engine without details', () => {
    const details = { EngineCode: 'CBAB', EngineAttributes: [] };
    const { data, issues } = parsed.parseEngines([{ Brand: 'VW' }, { Brand: 'Audi', EngineDetails: details }, 'x']);
    expect(data).toEqual([{ Brand: 'Audi', EngineDetails: details }]);
    expect(issues).toEqual([
      { path: '/0/EngineDetails', expected: 'an object', got: undefined },
      { path: '/2', expected: 'an object', got: 'x' },
    ]);
  });

  test('causes an error with its location if every record is invalid', () => {
    expect(() => parsed.parseCatalogueEntries({ data: [{ name: 'Audi', slug: '' }] })).toThrow(
      'parse: /data/0/slug: expected a valid value, got string of 0 characters. Report it to the service.',
    );
  });
});

test('an ambiguous quantity keeps its string without a number', () => {
  const fluid = { ItemMPText: 'Oil', ValueText: '1.000', ADQuantityTextStr: 'ml' };
  expect(parsed.parseFluids([fluid])).toMatchObject({
    data: [{ ValueText: { text: '1.000', unit: 'ml' } }],
    issues: [{ path: '/0/ValueText', got: '1.000' }],
  });
});

test.each<[string, (body: unknown) => { data: unknown; issues: unknown[] }, object, object]>([
  [
    'a group',
    parsed.parseOemPartGroups,
    { group: 'a', shortname: '', name: ' ', parts: [] },
    { group: 'a', parts: [] },
  ],
  [
    'a part',
    parsed.parseOemPartGroups,
    { parts: [{ manufacturer: '', oe_number: '1 2' }] },
    { parts: [{ oe_number: '1 2' }] },
  ],
  ['a repair', parseRepairTimes, { workname: 'a', partname: '', hours: '' }, { workname: 'a' }],
  ['a brand', parsed.parseCatalogueEntries, { name: '', slug: 'gaz' }, { slug: 'gaz' }],
  ['a variant', parseVariants, { typeName: '', fullTitle: 'a' }, { fullTitle: 'a' }],
  [
    'an engine',
    parseEngines,
    { Brand: 'a', Description: '', kiloWatts: '', EngineDetails: { EngineAttributes: [{ Name: 'a', Value: '' }] } },
    { Brand: 'a', EngineDetails: { EngineAttributes: [{ Name: 'a' }] } },
  ],
])('an empty string of %s is absent and does not affect other fields', (_, make, wire, data) => {
  expect(make({ success: true, data: [wire] })).toEqual({ data: [data], issues: [] });
});

test('fields may have the names of built-in properties', () => {
  const body = JSON.parse('{"carId":1,"constructor":"a","toString":"b","__proto__":"c","hasOwnProperty":{}}');
  const { data, issues } = parseVehicle(body);
  expect(Object.entries(data)).toEqual([
    ['carId', 1],
    ['constructor', 'a'],
    ['toString', 'b'],
  ]);
  expect(issues).toMatchObject([{ path: '/hasOwnProperty' }]);
});
