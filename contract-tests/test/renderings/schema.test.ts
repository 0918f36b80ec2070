import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { json } from '../../src/renderings/report-directory.ts';
import type { RunReport } from '../../src/report/report.ts';
import { verifyWith } from '../support/service.ts';
import { anyReport } from './arbitrary-report.ts';

interface Schema {
  $ref?: string;
  description?: string;
  additionalProperties?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  $defs?: Record<string, Schema>;
}

const file = createRequire(import.meta.url).resolve('@vehicle-lookup/contract-tests/report.schema.json');
const schema: Schema = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } });
const validate = ajv.compile(schema);

function expectValid(report: RunReport): void {
  validate(JSON.parse(json(report)));
  expect(validate.errors ?? []).toEqual([]);
}

test('the reports for a correct service and a faulty service match the schema', async () => {
  expectValid(await verifyWith());
  expectValid(await verifyWith((right) => ({ ...right, status: 500, body: { '<b>': 1 } }), 'full', { strict: true }));
});

test('every report that the report type allows matches the schema', () => {
  fc.assert(fc.property(anyReport, expectValid), { numRuns: process.env.DEEP ? 2000 : 100 });
});

test('a report with an unknown field or without a required field does not match the schema', async () => {
  const report = await verifyWith();
  const [cell] = report.cells;
  expect(validate({ ...report, more: 1 })).toBe(false);
  expect(validate({ ...report, cells: [{ ...cell, more: 1 }] })).toBe(false);
  expect(validate({ ...report, cells: undefined })).toBe(false);
});

/** Returns the objects of the schema with their locations in a report. */
function objects(node: Schema, place = ''): [place: string, node: Schema][] {
  const target = node.$ref ? { ...schema.$defs?.[node.$ref.replace('#/$defs/', '')], ...node } : node;
  const below = Object.entries(target.properties ?? {}).flatMap(([name, one]) => objects(one, `${place}/${name}`));
  const items = target.items ? objects(target.items, `${place}/*`) : [];
  return [[place, target], ...below, ...items];
}

/** Collects the values of a report by location. */
function valuesIn(value: unknown, place: string, found: Map<string, unknown[]>): void {
  found.set(place, [...(found.get(place) ?? []), value]);
  if (Array.isArray(value)) for (const one of value) valuesIn(one, `${place}/*`, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) valuesIn(one, `${place}/${name}`, found);
}

test('the schema has only the fields of the report type and requires the fields that are always present', () => {
  const found = new Map<string, unknown[]>();
  // The number of samples is sufficient for every field and every enumeration value to occur.
  for (const report of fc.sample(anyReport, { numRuns: 300, seed: 1 })) valuesIn(report, '', found);
  for (const [place, { properties, required = [], enum: names, additionalProperties }] of objects(schema)) {
    const values = found.get(place) ?? [];
    expect({ place, occurs: values.length > 0 }).toEqual({ place, occurs: true });
    if (names) expect({ place, names: new Set(values) }).toEqual({ place, names: new Set(names) });
    if (!properties) continue;
    const always = Object.keys(properties).filter((name) => values.every((value) => name in Object(value)));
    expect({ place, required: [...required].sort() }).toEqual({ place, required: always.sort() });
    expect({ place, additionalProperties }).toEqual({ place, additionalProperties: false });
  }
});

test('the schema describes every field', () => {
  const undescribed = objects(schema).filter(
    ([place, { description }]) => description === undefined && !place.endsWith('*'),
  );
  expect(undescribed.map(([place]) => place)).toEqual([]);
});
