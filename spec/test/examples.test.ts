import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '@vehicle-lookup/openapi';
import { describe, expect, test } from 'vitest';

// The examples consistently describe the same vehicles, so that readers can follow a vehicle through the operations. A service
// whose data contains the examples returns exactly these responses.
type Fields = Record<string, string | number>;
interface Engine {
  Brand: string;
  Model: string;
  Description: string;
  kiloWatts: number;
  From: string;
  Until: string;
  EngineDetails: { EngineCode: string; EngineFullDescription: string; EngineAttributes: Record<string, string>[] };
}

const { components } = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/openapi.json'), 'utf8'));
const body = (name: string) => components.examples[name].value;
const data = <T = Fields[]>(name: string): T => body(name).data;
const parameter = (name: string): string => components.parameters[name].example;

const vehicles = data('DecodeVinAllFull');
const engines = data<Engine[]>('GetEnginesFull');
const variants = data('ListVariantsFull');
const [first] = vehicles as [Fields];
const slugOf = ({ slug }: Fields) => slug;
const named = (list: Fields[], slug: string) => list.find((entry) => entry.slug === slug);

describe('a vehicle', () => {
  test('is the same in decodeVin, in decodeVinAll and in getVehicle', () => {
    expect(data('DecodeVinFull'), 'DecodeVinFull differs from DecodeVinAllFull').toEqual(first);
    expect(data('GetVehicleFull'), 'GetVehicleFull differs from DecodeVinAllFull').toEqual(first);
    expect(first.carId).toBe(parameter('CarId'));
  });

  test('has the same fluids in every envelope, but fewer fluids in the short envelopes', () => {
    const first = data('GetFluidsFull').slice(0, 2);
    expect(data('GetFluidsSimplified'), 'GetFluidsSimplified differs from GetFluidsFull').toEqual(first);
    expect(body('GetFluidsBare'), 'GetFluidsBare differs from GetFluidsFull').toEqual(first);
  });
});

describe('a simplified vehicle', () => {
  const simplified = data('DecodeVinAllSimplified');
  const asNumber = (value: unknown) => Number(String(value).replace(',', '.'));

  test('is the same in decodeVin and in decodeVinAll', () => {
    expect(data('DecodeVinSimplified')).toEqual(simplified[0]);
  });

  test('has the values of the full vehicle, with numbers as strings', () => {
    expect(simplified).toHaveLength(vehicles.length);
    for (const [index, fields] of simplified.entries()) {
      for (const [name, value] of Object.entries(fields)) {
        const full = vehicles[index]?.[name];
        expect(value, name).toBeTypeOf('string');
        if (typeof full === 'number') expect(asNumber(value), name).toBe(full);
        else expect(value, name).toBe(full);
      }
    }
  });
});

/** Returns the engine of a vehicle by power and production end, because a vehicle does not contain its engine code. */
const engineOf = (vehicle: Fields): Engine | undefined =>
  engines.find(({ kiloWatts, Until }) => kiloWatts === vehicle.kwPowerFrom && Until.slice(0, 4) === vehicle.yearEnd);

describe.each(vehicles.map((vehicle) => [vehicle.carId, vehicle] as const))('vehicle %i', (_, vehicle) => {
  const engine = engineOf(vehicle);
  const variant = variants.find(({ typeName }) => typeName === vehicle.description);
  const attributes = engine?.EngineDetails.EngineAttributes ?? [];
  const values = (attribute: string) => attributes.filter(({ Name }) => Name === attribute).map(({ Value }) => Value);

  test('belongs to a listed brand, model and variant', () => {
    expect(vehicle.make).toBe(named(data('ListBrandsFull'), parameter('Brand'))?.name);
    expect(vehicle.model).toBe(named(data('ListModelsFull'), parameter('Model'))?.name);
    expect(variant?.fullTitle).toBe(`${vehicle.make} ${vehicle.model} ${variant?.typeName}`);
  });

  test('has the production period of its variant and its engine', () => {
    const months = [engine?.From, engine?.Until].map((month) => month?.split('-').reverse().join('.'));
    expect(variant?.typeYears).toBe(months.join(' - '));
    expect([vehicle.year, vehicle.yearEnd]).toEqual([engine?.From, engine?.Until].map((month) => month?.slice(0, 4)));
  });

  test('has the power, fuel and displacement of its engine', () => {
    expect(engine?.kiloWatts).toBe(vehicle.kwPowerFrom);
    // One metric horsepower is 0.73549875 kW.
    expect(Math.round(Number(vehicle.kwPowerFrom) / 0.73549875)).toBe(vehicle.powerHpFrom);
    expect(values('Power')).toEqual([`${vehicle.kwPowerFrom} kW`, `${vehicle.powerHpFrom} PS`]);
    expect(values('Fuel')).toEqual([vehicle.fuel]);
    expect(vehicle.engine).toBe(`${vehicle.fuel} Engine`);
    expect(values('Displacement')).toEqual([`${vehicle.cubicCapacityCcm} ccm`]);
    expect(vehicle.cubicCapacityLiters).toBe(Math.round(Number(vehicle.cubicCapacityCcm) / 100) / 10);
  });

  test('has an engine whose descriptions agree with its fields', () => {
    expect(engine).toMatchObject({ Brand: vehicle.make, Model: vehicle.model });
    const { Description, kiloWatts, EngineDetails } = engine as Engine;
    expect(EngineDetails.EngineFullDescription).toBe(`${Description} ${EngineDetails.EngineCode} ${kiloWatts} kW`);
    expect(String(vehicle.description).startsWith(Description)).toBe(true);
  });
});

test('the engines of the VIN are the engines of its vehicles, in the same order', () => {
  expect(vehicles.map(engineOf)).toEqual(engines);
});

// Assumption first-match. The examples do not show that the VIN patterns are equally specific.
test('vehicles are sorted by production start in descending order, then by carId', () => {
  const later = (a: Fields, b: Fields) => Number(b.year) - Number(a.year) || Number(a.carId) - Number(b.carId);
  expect(vehicles).toEqual(vehicles.toSorted(later));
});

// Assumption ordering.
test.each(['ListBrandsFull', 'ListModelsFull'])('the entries of %s are sorted by slug', (name) => {
  const slugs = data(name).map(({ slug }) => String(slug));
  expect(slugs).toEqual([...new Set(slugs)].sort());
});

test('the examples contain missing values: an empty number and an empty production end', () => {
  expect(vehicles.map(({ valves }) => valves)).toContain('');
  expect(vehicles.map(({ yearEnd }) => yearEnd)).toContain('');
});

test('every example has a different timestamp', () => {
  const times = Object.keys(components.examples)
    .map((name) => body(name).timestamp)
    .filter((timestamp) => timestamp !== undefined);
  expect(new Set(times).size).toBe(times.length);
});

/** A link: the operation with the link, its target, and the expression for each parameter of the target. */
type Link = [operation: string, target: string, parameters: Record<string, string>];

const links = Object.entries<{ get: { responses: Record<string, { links?: object }> } }>(components.pathItems).flatMap(
  ([operation, { get }]) =>
    Object.values<{ operationId: string; parameters: Link[2] }>(Object(get.responses[200]?.links)).map(
      ({ operationId, parameters }): Link => [operation, operationId, parameters],
    ),
);

test.each(links)(
  'the link from %s to %s sends a carId or a slug, never a displayed name',
  (operation, _, parameters) => {
    const { content } = components.pathItems[operation].get.responses[200];
    const [{ $ref }] = Object.values<{ $ref: string }>(content['application/json'].examples) as [{ $ref: string }];
    const pointers = Object.values(parameters).flatMap((one) => /^\$response\.body#(.*)/.exec(one)?.[1] ?? []);
    for (const pointer of pointers) {
      const value = at(body($ref.split('/').at(-1) ?? ''), pointer);
      expect([first.carId, ...data('ListBrandsFull').map(slugOf), ...data('ListModelsFull').map(slugOf)]).toContain(
        value,
      );
    }
  },
);
