import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  description?: string;
  examples?: unknown[];
  $ref?: string;
}

const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/openapi.json'), 'utf8'));
const record = (name: string): Required<Schema> => components.schemas[name];

/** Returns a schema merged with the target of its `$ref`. */
const whole = ({ $ref, ...own }: Schema): Schema => ($ref ? { ...record(basename($ref)), ...own } : own);

test('a simplified vehicle has the fields of a vehicle, in the same order, and the vehicle describes them', () => {
  const fields = (name: string) => Object.keys(record(name).properties);
  expect(fields('SimplifiedVehicle')).toEqual(fields('Vehicle'));
  const undescribed = Object.values(record('Vehicle').properties).filter((schema) => !whole(schema).description);
  expect(undescribed).toEqual([]);
});

/** An example that contains the record, by record name. */
const SHOWN: Record<string, string> = {
  Vehicle: 'DecodeVinAllFull',
  SimplifiedVehicle: 'DecodeVinAllSimplified',
  Fluid: 'GetFluidsFull',
  OemPartGroup: 'GetOemPartsFull',
  OemPart: 'GetOemPartsFull',
  RepairTime: 'GetRepairTimesFull',
  CatalogueEntry: 'ListBrandsFull',
  Variant: 'ListVariantsFull',
  Engine: 'GetEnginesFull',
  EngineDetails: 'GetEnginesFull',
  EngineAttribute: 'GetEnginesFull',
};

/** Returns the values of all fields with a name, at any depth. */
const valuesOf = (field: string, node: unknown): unknown[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) => [...(key === field ? [value] : []), ...valuesOf(field, value)])
    : [];

describe.each(Object.entries(SHOWN))('%s', (name, example) => {
  const { data } = components.examples[example].value;
  const fields = Object.entries(record(name).properties).map(([field, schema]) => [field, whole(schema)] as const);
  // The simplified sample has only some of the fields. Lists and objects are omitted, because their fields have their own
  // tests.
  const shown = fields.filter(
    ([field, { items, properties }]) => valuesOf(field, data).length && !items && !properties,
  );

  test.each(shown)('%s has a documented example value that occurs in an example body', (field, { examples = [] }) => {
    expect(valuesOf(field, data).filter((value) => examples.includes(value))).not.toEqual([]);
  });
});
