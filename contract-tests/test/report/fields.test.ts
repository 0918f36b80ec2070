import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { members, readOperations } from '@vehicle-lookup/openapi';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { contractDocument } from '../../src/plan/document.ts';
import { html } from '../../src/renderings/html.ts';
import { markdown } from '../../src/renderings/markdown.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { contractFields } from '../../src/report/fields.ts';
import type { FieldCoverage, RunReport } from '../../src/report/report.ts';
import { type AnyBody, inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

const stateOf = ({ fields }: Pick<RunReport, 'fields'>, name: string): FieldCoverage['state'] | undefined =>
  fields.find((field) => field.name === name)?.state;
const smoke = (fault?: ServiceFault, envelope?: string, options: object = {}) =>
  verifyWith(fault, envelope, { profile: 'smoke', ...options });

/** Changes the records of every success that contains vehicles. */
const inVehicles =
  (change: (record: AnyBody) => AnyBody): ServiceFault =>
  (right, request) =>
    ['decodeVin', 'decodeVinAll', 'getVehicle'].reduce<ReturnType<ServiceFault>>(
      (response, operation) =>
        typeof response === 'object' && 'body' in response
          ? inSuccess(operation, (body) => ({
              body: { ...body, data: Array.isArray(body.data) ? body.data.map(change) : change(body.data) },
            }))(response, request)
          : response,
      right,
    );

test('the fields are the properties of the records in the document, each listed once', () => {
  const document = contractDocument();
  const names = contractFields(document).all.map(({ name }) => name);
  const schemas = document.components?.schemas as Record<string, { properties?: object }>;
  const records = [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
  expect(records).toEqual(
    expect.arrayContaining(['Vehicle', 'Fluid', 'OemPartGroup', 'OemPart', 'RepairTime', 'Engine', 'EngineAttribute']),
  );
  const properties = records.flatMap((record) =>
    members(schemas[record]?.properties).map(([name]) => `${record}.${name}`),
  );
  expect(names.toSorted()).toEqual(properties.toSorted());
  const operations = new Set(contractFields(document).all.flatMap((field) => field.operations));
  expect([...operations].toSorted()).toEqual(
    readOperations(document)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test.each(['full', 'simplified', 'bare'])(
  'in the %s envelope, fields are recorded as having a value or as only empty',
  async (envelope) => {
    const report = await smoke(undefined, envelope);
    expect(stateOf(report, 'Fluid.ValueText')).toBe('with-value');
    expect(stateOf(report, 'OemPart.oe_number')).toBe('with-value');
    expect(stateOf(report, 'Vehicle.vin')).toBe('only-empty');
  },
);

test('a field that no response contains is never seen, and an invalid field does not hide other fields', async () => {
  const report = await smoke(inVehicles(({ fuel: _, ...record }) => ({ ...record, drive: '', cylinder: 'four' })));
  expect(report.verdict).toBe('not conformant');
  expect(['fuel', 'drive', 'cylinder', 'make'].map((name) => stateOf(report, `Vehicle.${name}`))).toEqual([
    'never-seen',
    'only-empty',
    'with-value',
    'with-value',
  ]);
});

test('a history keeps the date when a field last had a value, even if the field is empty in a later run', async () => {
  const history = temporaryDirectory();
  const DAY = 24 * 60 * 60 * 1000;
  const run = (days: number, fault?: ServiceFault) =>
    smoke(fault, undefined, { history, now: () => Date.parse('2026-01-01T00:00:00Z') + days * DAY });
  await run(0);
  const report = await run(
    9,
    inVehicles((record) => ({ ...record, drive: '' })),
  );
  expect(stateOf(report, 'Vehicle.drive')).toBe('only-empty');
  expect(report.history?.fields.find(({ name }) => name === 'Vehicle.drive')).toMatchObject({
    state: 'with-value',
    last: '2026-01-01T00:00:00.000Z',
  });
  expect(html(report).replaceAll(/<[^>]*>/g, ' ')).toMatch(
    /Vehicle\.drive\s+∅ only empty\s+✓ with a value, last 2026-01-01/,
  );
  expect(markdown(report)).toMatch(/Vehicle\.drive.*only empty.*with a value, last 2026-01-01/);
  expect(terminal(report)).toMatch(/\nfields: \d+ only empty, \d+ with a value\n/);
});

test('a history without fields from an older suite is accepted, but a history with invalid fields is rejected', async () => {
  const history = temporaryDirectory();
  await smoke(undefined, undefined, { history });
  const [name = ''] = readdirSync(history);
  const file = join(history, name);
  const { fields, ...older } = JSON.parse(readFileSync(file, 'utf8'));
  expect(fields.length).toBeGreaterThan(40);
  writeFileSync(file, JSON.stringify(older));
  const report = await smoke(undefined, undefined, { history });
  expect(stateOf(report.history ?? { fields: [] }, 'Vehicle.make')).toBe('with-value');
  for (const one of readdirSync(history)) rmSync(join(history, one));
  for (const fields of [[{ name: 'Vehicle.make', state: 'seen', at: 'once' }], [null], null]) {
    writeFileSync(file, JSON.stringify({ ...older, fields }));
    await expect(smoke(undefined, undefined, { history })).rejects.toThrow(/is not a run of this suite; remove it$/);
  }
});

test('the fields of a recursive record are listed once', () => {
  const document = structuredClone(contractDocument());
  const schemas = (document.components?.schemas ?? {}) as Record<string, { properties: Record<string, unknown> }>;
  const before = contractFields(contractDocument()).all.length;
  Object.assign(schemas.Fluid?.properties ?? {}, {
    parts: { type: 'array', items: { $ref: '#/components/schemas/Fluid' } },
  });
  expect(contractFields(document).all.length).toBe(before + 1);
});

const driven: ServiceFault = inSuccess('listModels', (body: AnyBody) => {
  for (const [index, entry] of body.data.entries()) entry.popularity = index === 0 ? 1 : 'high';
  return undefined;
});

test('undocumented fields are recorded, and their occurrences in list elements are counted together', async () => {
  const report = await verifyWith(driven, 'full', { profile: 'smoke' });
  expect(report.drift).toEqual([
    {
      operation: 'listModels',
      status: '200',
      pointer: '/data/*/popularity',
      types: ['number', 'string'],
      count: expect.any(Number),
    },
  ]);
  expect(report.drift[0]?.count).toBeGreaterThan(1);
  expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
});

test('undocumented fields fail a strict run', async () => {
  const report = await verifyWith(driven, 'full', { profile: 'smoke', strict: true });
  expect(report.findings).toMatchObject([
    {
      code: 'undocumented-field',
      level: 'drift',
      fails: true,
      pointer: '/data/*/popularity',
      operation: 'listModels',
    },
  ]);
  expect(report.verdict).toBe('not conformant');
});

test('in a strict run, the finding about an undocumented field names a request with the reported status', async () => {
  const more: ServiceFault = (right) => ({ ...right, body: { ...Object(right.body), hint: 'more' } });
  const { findings } = await verifyWith(more, 'full', { profile: 'live', strict: true });
  const rejections = findings.filter(({ status }) => status === '401');
  expect(rejections.length).toBeGreaterThan(1);
  for (const { request } of rejections) expect(request).toMatch(/(user|key): /);
});
